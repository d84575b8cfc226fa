// Programs that are built once and launched for many rows with other arguments.
#pragma once

#include <map>
#include <string>
#include <tt-metalium/tt_metal.hpp>

#include "session.hpp"

namespace ironbird::accuracy {

using namespace tt::tt_metal;
using examples::Session;
using examples::Words;

inline constexpr std::uint32_t kResult = 0x1e000;  // where kernels leave their cycles
inline constexpr std::uint32_t kBytes = 0x20000;   // first address for what rows move

// A program with one data-movement kernel on a rectangle of cores.
class Workload {
 public:
    Workload(Session& session, Program&& program, KernelHandle kernel, const CoreRange& cores);

    Program& program() { return workload_.get_programs().begin()->second; }
    KernelHandle kernel() const { return kernel_; }

    void arguments(const CoreSpec& cores, const Words& words) {
        SetRuntimeArgs(program(), kernel_, cores, words);
    }
    void arguments(const Words& words) { arguments(cores_, words); }
    void run();
    // What the kernels left at kResult, over the cores.
    double median_cycles();
    // From the first core's begin to the last one's end.
    double span_cycles();
    double mean_cycles(std::uint32_t address = kResult);

 private:
    std::vector<double> results(std::uint32_t address);

    Session& session_;
    distributed::MeshWorkload workload_;
    KernelHandle kernel_;
    CoreRange cores_;
};

// What makes a kernel: rows that agree in it share a workload.
struct KernelChoice {
    std::string file;  // below accuracy/kernels
    bool reads;        // on NCRISC, otherwise on BRISC
    NOC noc;
    Words compile_args;
    CoreRange cores;
    std::size_t arguments;  // their number is fixed with the first launch

    std::string key() const;
};

class Workloads {
 public:
    explicit Workloads(Session& session) : session_(session) {}
    // `more` adds to the program before its kernel is made: semaphores and the like.
    Workload& get(const KernelChoice& choice, void (*more)(Program&, const CoreRange&) = nullptr);

 private:
    Session& session_;
    std::map<std::string, Workload> made_;
};

CoreRange rectangle(const std::string& text);  // "x y width height"

// x in the upper half, y in the lower: what kernels unpack.
std::uint32_t packed_place(Session& session, CoreCoord logical);

}  // namespace ironbird::accuracy
