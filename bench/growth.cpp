// How cost grows with work: tiles through all five processors, from few to many.
#include <string>

#include "figures.hpp"
#include "processes.hpp"
#include "session.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

using namespace tt::tt_metal;
using examples::Session;

constexpr std::uint32_t kTile = 2048;

CircularBufferConfig pages(std::uint32_t index) {
    return CircularBufferConfig(4 * kTile, {{index, tt::DataFormat::Float16_b}})
        .set_page_size(index, kTile);
}

// A program that adds tiles on a rectangle of cores; the number of tiles is set before each run.
class Additions {
 public:
    Additions(Session& session, const CoreRange& cores) : session_(session), cores_(cores) {
        Program program = CreateProgram();
        CreateCircularBuffer(program, cores, pages(tt::CBIndex::c_0));
        CreateCircularBuffer(program, cores, pages(tt::CBIndex::c_16));
        const auto add = [&](const std::string& name, const auto& config) {
            kernels_.push_back(CreateKernel(
                program, examples::kernel("bench/kernels/" + name + ".cpp"), cores, config));
        };
        add("produce", examples::reader({}));
        add("consume", examples::writer({tt::CBIndex::c_16}));
        add("add", ComputeConfig{});
        workload_.add_program(distributed::MeshCoordinateRange(session.device().shape()),
                              std::move(program));
        run(1);
    }

    void run(std::uint32_t tiles) {
        Program& program = workload_.get_programs().begin()->second;
        for (const KernelHandle kernel : kernels_) SetRuntimeArgs(program, kernel, cores_, {tiles});
        auto& queue = session_.device().mesh_command_queue();
        distributed::EnqueueMeshWorkload(queue, workload_, false);
        distributed::Finish(queue);
    }

    double seconds(int times, std::uint32_t tiles) {
        return best(times, [&] { return cpu_seconds([&] { run(tiles); }); });
    }

 private:
    Session& session_;
    CoreRange cores_;
    std::vector<KernelHandle> kernels_;
    distributed::MeshWorkload workload_;
};

}  // namespace

double tiles_growth_ratio() {
    constexpr std::uint32_t kFew = 100, kMany = 1'000'000;
    Session session;
    Additions additions(session, CoreRange({0, 0}));
    const double idle = additions.seconds(20, 0);
    const double few = (additions.seconds(50, kFew) - idle) / kFew;
    const double many = (additions.seconds(2, kMany) - idle) / kMany;
    session.close();
    return many / few;
}

double cores_growth_ratio() {
    if (!in_own_process()) {  // the chip with the most cores, all of them
        const Variable chip("IRONBIRD_CHIP", "p150"), all("TT_METAL_SLOW_DISPATCH_MODE", "1");
        return own_process("cores_growth_ratio");
    }
    constexpr std::uint32_t kTiles = 2000;
    Session session;
    const CoreCoord grid = session.device().compute_with_storage_grid_size();
    const auto cores = static_cast<double>(grid.x * grid.y);
    Additions one(session, CoreRange({0, 0})),
        all(session, CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
    const double single = one.seconds(5, kTiles);
    const double together = all.seconds(3, kTiles);
    session.close();
    return together / cores / single;
}

}  // namespace ironbird::bench
