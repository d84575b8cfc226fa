// What the checks cost kernels that move data: pages from DRAM through a CB and back, on 64 cores.
#include "figures.hpp"
#include "processes.hpp"
#include "session.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

using namespace tt::tt_metal;
using examples::Session;
using examples::Words;

constexpr std::uint32_t kPage = 2048, kPages = 8192;
constexpr int kRuns = 5;
const CoreRange kCores({0, 0}, {7, 7});

double copy_seconds() {
    Session session;
    auto from = session.dram(kPages * kPage, kPage);
    auto to = session.dram(kPages * kPage, kPage);
    session.write(from, examples::pattern(kPages * kPage / sizeof(std::uint32_t)));
    Program program = CreateProgram();
    CreateCircularBuffer(
        program, kCores,
        CircularBufferConfig(8 * kPage, {{0, tt::DataFormat::UInt32}}).set_page_size(0, kPage));
    Words in = {kPage}, out = {kPage};
    TensorAccessorArgs(*from).append_to(in);
    TensorAccessorArgs(*to).append_to(out);
    const auto reader = CreateKernel(program, examples::kernel("bench/kernels/fetch.cpp"), kCores,
                                     examples::reader(in));
    const auto writer = CreateKernel(program, examples::kernel("bench/kernels/store.cpp"), kCores,
                                     examples::writer(out));
    const std::uint32_t each = kPages / kCores.size();
    std::uint32_t first = 0;
    for (const CoreCoord& core : kCores) {
        SetRuntimeArgs(program, reader, core,
                       {static_cast<std::uint32_t>(from->address()), first, each});
        SetRuntimeArgs(program, writer, core,
                       {static_cast<std::uint32_t>(to->address()), first, each});
        first += each;
    }
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(session.device().shape()),
                         std::move(program));
    auto& queue = session.device().mesh_command_queue();
    const auto run = [&] {
        distributed::EnqueueMeshWorkload(queue, workload, false);
        distributed::Finish(queue);
    };
    run();
    const double seconds = median(kRuns, [&] { return wall_seconds(run); });
    session.close();
    return seconds;
}

}  // namespace

double check_cost_data_ratio() {
    if (in_own_process()) return copy_seconds();
    const Variable threads("IRONBIRD_THREADS", "1");
    return median(3, [] {
        const auto seconds = [](const char* groups) {
            const Variable checks("IRONBIRD_CHECK", groups);
            return own_process("check_cost_data_ratio");
        };
        const double with = seconds("1");
        return with / seconds("0");
    });
}

}  // namespace ironbird::bench
