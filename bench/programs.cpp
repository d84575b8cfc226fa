// Figures of whole programs in this process: CBs, NoC, gather loops, launches, memory.
#include <fstream>
#include <string>

#include "figures.hpp"
#include "session.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

using namespace tt::tt_metal;
using examples::Session;
using examples::Words;

constexpr CoreCoord kCore{0, 0};
constexpr std::uint32_t kPage = 2048;

// A program that can be launched again and again with other arguments.
class Repeatable {
 public:
    Repeatable(Session& session, Program&& program) : session_(session) {
        workload_.add_program(distributed::MeshCoordinateRange(session.device().shape()),
                              std::move(program));
    }

    Program& program() { return workload_.get_programs().begin()->second; }

    void run() {
        auto& queue = session_.device().mesh_command_queue();
        distributed::EnqueueMeshWorkload(queue, workload_, false);
        distributed::Finish(queue);
    }

 private:
    Session& session_;
    distributed::MeshWorkload workload_;
};

CircularBufferConfig pages(std::uint32_t count, std::uint32_t page = kPage) {
    return CircularBufferConfig(count * page, {{0, tt::DataFormat::UInt32}}).set_page_size(0, page);
}

std::size_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t size = 0, resident = 0;
    statm >> size >> resident;
    return resident * 4096;
}

// Nanoseconds per unit of work: the difference between much work and none.
double ns_per_unit(Repeatable& repeatable, KernelHandle kernel, const CoreRange& cores,
                   std::uint32_t units, const Words& more = {}) {
    const auto set = [&](std::uint32_t count) {
        Words args = {count};
        args.insert(args.end(), more.begin(), more.end());
        SetRuntimeArgs(repeatable.program(), kernel, cores, args);
    };
    set(0);
    repeatable.run();
    const auto launch = [&] { return cpu_seconds([&] { repeatable.run(); }); };
    const double idle = best(5, launch);
    set(units);
    const double busy = best(5, launch);
    return (busy - idle) * 1e9 / units;
}

constexpr std::uint32_t kTable = 4096;

// The gather kernel on some cores, ready to be timed.
class Gather {
 public:
    Gather(Session& session, const CoreRange& cores, std::uint32_t elements)
        : units_(static_cast<double>(elements) * static_cast<double>(cores.size())),
          repeatable_(session, program(cores)) {
        for (const std::uint32_t count : {0U, elements}) {  // none: it fills its table
            SetRuntimeArgs(repeatable_.program(), kernel_, cores, {count});
            repeatable_.run();
        }
    }

    double ns() {
        return cpu_seconds([&] { repeatable_.run(); }) * 1e9 / units_;
    }

 private:
    Program program(const CoreRange& cores) {
        Program program = CreateProgram();
        CreateCircularBuffer(program, cores, pages(3, kTable * 4));
        kernel_ = CreateKernel(program, examples::kernel("bench/kernels/gather.cpp"), cores,
                               examples::writer({kTable}));
        return program;
    }

    double units_;
    KernelHandle kernel_{};
    Repeatable repeatable_;
};

// The same loop as kernels/gather.cpp, on host memory.
__attribute__((noinline, optimize("no-tree-vectorize"))) void native_gather(
    const volatile std::uint32_t* index, const volatile std::uint32_t* table,
    volatile std::uint32_t* out, std::uint32_t size, std::uint32_t elements) {
    for (std::uint32_t i = 0; i < elements; i++) {
        const std::uint32_t at = i & (size - 1);
        out[at] = table[index[at]] + i;
    }
}

class NativeGather {
 public:
    explicit NativeGather(std::uint32_t elements) : elements_(elements) {
        for (std::uint32_t i = 0; i < kTable; i++) index_[i] = (i * 1597) & (kTable - 1);
    }

    double ns() {
        const auto gather = [&] {
            native_gather(index_.data(), table_.data(), out_.data(), kTable, elements_);
        };
        return cpu_seconds(gather) * 1e9 / elements_;
    }

 private:
    std::uint32_t elements_;
    Words index_ = Words(kTable), table_ = Words(kTable), out_ = Words(kTable);
};

}  // namespace

double idle_device_mib() {
    const std::size_t before = resident_bytes();
    Session session;
    const std::size_t after = resident_bytes();
    session.close();
    return static_cast<double>(after - before) / (1 << 20);
}

double cb_push_pop_ns() {
    Session session;
    Program program = CreateProgram();
    const CoreRange cores(kCore);
    CreateCircularBuffer(program, cores, pages(8, 64));
    const KernelHandle produce = CreateKernel(
        program, examples::kernel("bench/kernels/produce.cpp"), cores, examples::reader({}));
    const KernelHandle consume = CreateKernel(
        program, examples::kernel("bench/kernels/consume.cpp"), cores, examples::writer({0}));
    Repeatable repeatable(session, std::move(program));
    constexpr std::uint32_t kUnits = 1'000'000;
    const auto time = [&](std::uint32_t count) {
        SetRuntimeArgs(repeatable.program(), produce, cores, {count});
        SetRuntimeArgs(repeatable.program(), consume, cores, {count});
        repeatable.run();
        return best(3, [&] { return cpu_seconds([&] { repeatable.run(); }); });
    };
    const double idle = time(0);
    const double ns = (time(kUnits) - idle) * 1e9 / kUnits;
    session.close();
    return ns;
}

double noc_page_read_ns() {
    constexpr std::uint32_t kPages = 64;
    Session session;
    auto from = session.dram(kPages * kPage, kPage);
    session.write(from, examples::pattern(kPages * kPage / sizeof(std::uint32_t)));
    Program program = CreateProgram();
    const CoreRange cores(kCore);
    CreateCircularBuffer(program, cores, pages(8));
    Words args = {kPage, kPages};
    TensorAccessorArgs(*from).append_to(args);
    const KernelHandle kernel = CreateKernel(program, examples::kernel("bench/kernels/read.cpp"),
                                             cores, examples::writer(args));
    Repeatable repeatable(session, std::move(program));
    const double ns = ns_per_unit(repeatable, kernel, cores, 100'000,
                                  {static_cast<std::uint32_t>(from->address())});
    session.close();
    return ns;
}

double scalar_gather_ratio() {
    constexpr std::uint32_t kElements = 4'000'000;
    Session session;
    NativeGather native(kElements);
    Gather one(session, CoreRange(kCore), kElements);
    Gather many(session, CoreRange({0, 0}, {7, 7}), kElements / 16);
    // In turns: a slow stretch of the machine then hits both sides of the ratio.
    std::vector<double> ratios;
    for (int i = 0; i < 15; i++) {
        const double base = native.ns();
        ratios.push_back(std::max(one.ns(), many.ns()) / base);
    }
    session.close();
    return median(std::move(ratios));
}

double launch_64_cores_us() {
    Session session;
    Program program = CreateProgram();
    CreateKernelFromString(program, "void kernel_main() {}", CoreRange({0, 0}, {7, 7}),
                           examples::writer({}));
    Repeatable repeatable(session, std::move(program));
    repeatable.run();
    constexpr int kLaunches = 100;
    const auto launches = [&] {
        for (int i = 0; i < kLaunches; i++) repeatable.run();
    };
    const double us = best(5, [&] { return wall_seconds(launches); }) * 1e6 / kLaunches;
    session.close();
    return us;
}

}  // namespace ironbird::bench
