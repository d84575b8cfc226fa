// Core (0,0) reads a block and multicasts it to every other core; each writes its copy to DRAM.
// --break barrier|deadlock removes the read barrier, or waits for a receiver that does not exist.
#include <cstring>
#include <map>

#include "../session.hpp"

using namespace examples;

namespace {

constexpr std::uint32_t kPage = 2048, kPages = 16, kBlock = kPage * kPages;
constexpr CoreCoord kSender{0, 0};

struct Plan {
    CoreCoord grid;
    std::shared_ptr<distributed::MeshBuffer> from, to;
    std::map<std::string, std::string> defines;
};

std::map<std::string, std::string> defines_for(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], "--break") == 0) {
        if (std::strcmp(argv[2], "barrier") == 0) return {{"WITHOUT_READ_BARRIER", "1"}};
        if (std::strcmp(argv[2], "deadlock") == 0) return {{"ONE_RECEIVER_TOO_MANY", "1"}};
    }
    return {};
}

Program broadcast(Session& session, const Plan& plan) {
    const CoreCoord last{plan.grid.x - 1, plan.grid.y - 1};
    const CoreRange everyone(kSender, last);
    const auto others = CoreRangeSet(everyone).subtract(CoreRangeSet(CoreRange(kSender)));
    const auto cores = static_cast<std::uint32_t>(plan.grid.x * plan.grid.y);

    Program program = CreateProgram();
    CreateCircularBuffer(program, everyone,
                         CircularBufferConfig(kBlock, {{tt::CBIndex::c_0, tt::DataFormat::UInt32}})
                             .set_page_size(tt::CBIndex::c_0, kPage));
    const std::uint32_t ready = CreateSemaphore(program, everyone, 0);
    const std::uint32_t arrived = CreateSemaphore(program, everyone, 0);

    Words args = {kPages, kPage, ready, arrived};
    TensorAccessorArgs(*plan.to).append_to(args);
    TensorAccessorArgs(*plan.from).append_to(args);
    DataMovementConfig config = writer(args);
    config.defines = plan.defines;
    const KernelHandle send =
        CreateKernel(program, kernel("examples/broadcast/kernels/send.cpp"), kSender, config);
    const KernelHandle receive =
        CreateKernel(program, kernel("examples/broadcast/kernels/receive.cpp"), others, config);

    const auto first_core = session.device().worker_core_from_logical_core(kSender);
    const auto last_core = session.device().worker_core_from_logical_core(last);
    const auto target = static_cast<std::uint32_t>(plan.to->address());
    SetRuntimeArgs(
        program, send, kSender,
        {target, static_cast<std::uint32_t>(plan.from->address()), cores - 1,
         static_cast<std::uint32_t>(first_core.x), static_cast<std::uint32_t>(first_core.y),
         static_cast<std::uint32_t>(last_core.x), static_cast<std::uint32_t>(last_core.y)});
    for (const CoreRange& range : others.ranges())
        for (const CoreCoord& core : range)
            SetRuntimeArgs(program, receive, core,
                           {target, static_cast<std::uint32_t>(core.y * plan.grid.x + core.x),
                            static_cast<std::uint32_t>(first_core.x),
                            static_cast<std::uint32_t>(first_core.y)});
    return program;
}

}  // namespace

int main(int argc, char** argv) {
    Session session;
    const CoreCoord grid = session.device().compute_with_storage_grid_size();
    const auto cores = static_cast<std::uint32_t>(grid.x * grid.y);
    Plan plan{.grid = grid,
              .from = session.dram(kBlock, kPage),
              .to = session.dram(kBlock * cores, kPage),
              .defines = defines_for(argc, argv)};
    const Words block = pattern(kBlock / sizeof(std::uint32_t));
    session.write(plan.from, block);
    session.run(broadcast(session, plan));

    const Words copies = session.read(plan.to);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < copies.size(); i++)
        wrong += copies[i] != block[i % block.size()] ? 1 : 0;
    session.close();
    return verdict(wrong,
                   fmt::format("{} copies of {} KiB, every word compared", cores, kBlock / 1024));
}
