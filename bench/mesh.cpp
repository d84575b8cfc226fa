// Machines of many chips: what 32 of them cost against one, their memory, and gathers over cables.
#include <fmt/format.h>

#include <fstream>
#include <stdexcept>
#include <tt-metalium/experimental/fabric/fabric.hpp>

#include "figures.hpp"
#include "matrices.hpp"
#include "processes.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

using namespace tt::tt_metal;
using distributed::MeshShape;
using examples::Matmul;
using examples::Session;

constexpr const char* kShape = "BENCH_MESH";
constexpr std::uint32_t kSize = 2048;  // of the matrices, of which the grid takes seven eighths
const Matmul kMatmul{.grid = {8, 7}, .rows = 56};

// A part of a Galaxy with the fabric between its chips, as the shape says.
class Mesh {
 public:
    explicit Mesh(const MeshShape& shape) {
        if (shape.mesh_size() > 1)
            tt::tt_fabric::SetFabricConfig(tt::tt_fabric::FabricConfig::FABRIC_1D);
        session = std::make_unique<Session>(
            distributed::MeshDevice::create(distributed::MeshDeviceConfig(shape)));
    }
    ~Mesh() {
        session->close();
        session.reset();
        tt::tt_fabric::SetFabricConfig(tt::tt_fabric::FabricConfig::DISABLED);
    }
    Mesh(const Mesh&) = delete;
    Mesh& operator=(const Mesh&) = delete;

    std::unique_ptr<Session> session;
};

// The product on every chip of a mesh, once its kernels are loaded.
double matmul_seconds(const MeshShape& shape) {
    Mesh mesh(shape);
    Session& session = *mesh.session;
    const auto matrix = [&] { return session.dram(kSize * kSize * 2, examples::kTileBytes); };
    auto a = matrix(), b = matrix(), c = matrix();
    session.write(a, tiles(random_bfloats(kSize, 1), kSize));
    session.write(b, tiles(random_bfloats(kSize, 2), kSize));
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(session.device().shape()),
                         examples::matmul(session, kMatmul, a, b, c));
    auto& queue = session.device().mesh_command_queue();
    const auto run = [&] {
        distributed::EnqueueMeshWorkload(queue, workload, false);
        distributed::Finish(queue);
    };
    run();
    return best(3, [&] { return waited_seconds(run); });
}

std::size_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t size = 0, resident = 0;
    statm >> size >> resident;
    return resident * 4096;
}

// Of a gather in a process of its own, which has TT-NN, for `bytes` of every chip of a line.
double gather_seconds(std::uint32_t chips, std::uint64_t bytes) {
    const Variable chip("IRONBIRD_CHIP", "n300");
    const Variable shape("IRONBIRD_MESH", fmt::format("1x{}", chips));
    return program_seconds("ironbird_ttnn_gathers",
                           {fmt::format("{}", chips), fmt::format("{}", bytes)});
}

}  // namespace

double mesh_32_ratio() {
    if (in_own_process())
        return matmul_seconds(std::getenv(kShape) != nullptr ? MeshShape(8, 4) : MeshShape(1, 1));
    const Variable machine("IRONBIRD_CLUSTER", "galaxy");
    const double one = own_process("mesh_32_ratio");
    const Variable all(kShape, "8x4");
    return own_process("mesh_32_ratio") / (32 * one);
}

double idle_mesh_mib() {
    if (!in_own_process()) {
        const Variable machine("IRONBIRD_CLUSTER", "galaxy");
        return own_process("idle_mesh_mib");
    }
    const Mesh mesh(MeshShape(4, 8));
    return static_cast<double>(resident_bytes()) / (1 << 20);
}

// A byte of each chip goes to all others of a line: chips x (chips - 1) hops of it in all. On one
// thread: with more, those that wait would count.
double all_gather_growth() {
    constexpr std::uint64_t kBytes = 256 << 10;
    const Variable threads("IRONBIRD_THREADS", "1");
    const auto of_a_hop = [](std::uint32_t chips) {
        return gather_seconds(chips, kBytes) / (chips * (chips - 1.0));
    };
    return of_a_hop(32) / of_a_hop(2);
}

double all_gather_16mib_s() {
    return gather_seconds(8, 16 << 20);
}

}  // namespace ironbird::bench
