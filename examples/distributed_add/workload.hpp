// The distributed add: tiles of A shared out over a mesh, all tiles of B added to each of them. The
// circular buffers are the variants' own.
#pragma once

#include <tt-metalium/circular_buffer_constants.h>

#include <algorithm>
#include <cmath>
#include <tt-metalium/work_split.hpp>

#include "../session.hpp"

namespace examples::distributed_add {

using distributed::MeshBuffer;
using distributed::MeshDevice;
using distributed::MeshShape;

inline constexpr std::uint32_t kTileSide = 32, kTileValues = kTileSide * kTileSide;
inline constexpr std::uint32_t kTileBytes = kTileValues * sizeof(float);

// What one run adds. A device gets `shard` tiles and no kernel may be told of more.
struct Job {
    std::uint32_t tiles;     // of A, over all devices
    std::uint32_t b_tiles;   // the same ones on every device
    std::uint32_t devices;   // in a row
    std::uint32_t cores;     // of each device
    std::uint32_t shard;     // A tiles of a device
    std::uint32_t per_core;  // of those
    CoreRangeSet range;
};

inline Job make_job(MeshDevice& mesh, std::uint32_t tiles, std::uint32_t b_tiles,
                    std::uint32_t cores = 1) {
    const auto devices = static_cast<std::uint32_t>(mesh.num_devices());
    const std::uint32_t shard = (tiles + devices - 1) / devices;
    return {tiles,
            b_tiles,
            devices,
            cores,
            shard,
            (shard + cores - 1) / cores,
            num_cores_to_corerangeset(cores, mesh.compute_with_storage_grid_size(), true)};
}

struct Buffers {
    std::shared_ptr<MeshBuffer> a, b, c;
};

inline Buffers make_buffers(MeshDevice& mesh, const Job& job) {
    const distributed::DeviceLocalBufferConfig local{
        .page_size = kTileBytes, .buffer_type = BufferType::DRAM, .bottom_up = false};
    const distributed::ShardedBufferConfig shards{
        .global_size = job.shard * job.devices * kTileBytes,
        .global_buffer_shape = {kTileSide * job.shard, kTileSide * job.devices},
        .shard_shape = {kTileSide * job.shard, kTileSide},
        .shard_orientation = ShardOrientation::ROW_MAJOR};
    const distributed::ReplicatedBufferConfig everywhere{.size = job.b_tiles * kTileBytes};
    auto a = MeshBuffer::create(shards, local, &mesh);
    auto b = MeshBuffer::create(everywhere, local, &mesh);
    return {a, b, MeshBuffer::create(shards, local, &mesh)};
}

// Tile t of A, counted device by device, is t + 1 all over; so is tile t of B.
inline std::vector<float> make_a(const Job& job) {
    const std::size_t columns = std::size_t{kTileSide} * job.devices;
    std::vector<float> values(columns * kTileSide * job.shard);
    for (std::size_t i = 0; i < values.size(); i++) {
        const std::size_t row = i / columns, column = i % columns;
        const std::size_t tile = column / kTileSide * job.shard + row / kTileSide;
        values[i] = static_cast<float>(tile + 1);
    }
    return values;
}

inline std::vector<float> make_b(const Job& job) {
    std::vector<float> values(std::size_t{job.b_tiles} * kTileValues);
    for (std::size_t i = 0; i < values.size(); i++) {
        const std::size_t tile = i / kTileValues;
        values[i] = static_cast<float>(tile + 1);
    }
    return values;
}

// How a variant differs from the others.
struct Variant {
    void (*add_buffers)(Program&, const Job&);
    const char* reader = "read_one_by_one.cpp";
    Words (*reader_extra)(const Job&) = nullptr;  // arguments behind the common ones
};

inline Program make_program(const Job& job, const Buffers& buffers, const Variant& variant) {
    const std::string folder = "examples/distributed_add/kernels/";
    Program program = CreateProgram();
    variant.add_buffers(program, job);
    const auto read = CreateKernel(program, kernel(folder + variant.reader), job.range,
                                   reader(accessor_args({buffers.a, buffers.b})));
    const auto write = CreateKernel(program, kernel(folder + "write_tiles.cpp"), job.range,
                                    writer(accessor_args({buffers.c})));
    const auto add =
        CreateKernel(program, kernel(folder + "add.cpp"), job.range,
                     ComputeConfig{.math_fidelity = MathFidelity::HiFi4,
                                   .fp32_dest_acc_en = true,
                                   .dst_full_sync_en = true,
                                   .unpack_to_dest_mode = std::vector<UnpackToDestMode>(
                                       NUM_CIRCULAR_BUFFERS, UnpackToDestMode::UnpackToDestFp32)});
    std::uint32_t first = 0;
    for (const CoreCoord& core : corerange_to_cores(job.range, std::nullopt, true)) {
        const std::uint32_t count = std::min(job.per_core, std::max(job.shard, first) - first);
        Words arguments = {static_cast<std::uint32_t>(buffers.a->address()),
                           static_cast<std::uint32_t>(buffers.b->address()), first, count,
                           job.b_tiles};
        if (variant.reader_extra != nullptr)
            for (const std::uint32_t word : variant.reader_extra(job)) arguments.push_back(word);
        SetRuntimeArgs(program, read, core, arguments);
        SetRuntimeArgs(program, write, core,
                       {static_cast<std::uint32_t>(buffers.c->address()), first, count});
        SetRuntimeArgs(program, add, core, {count, job.b_tiles});
        first += count;
    }
    return program;
}

inline void fill(MeshDevice& mesh, const Job& job, Buffers& buffers) {
    auto& queue = mesh.mesh_command_queue();
    const std::vector<float> a = make_a(job);
    distributed::EnqueueWriteMeshBuffer(queue, buffers.a, a);
    distributed::EnqueueWriteMeshBuffer(queue, buffers.b, make_b(job), true);
    distributed::EnqueueWriteMeshBuffer(queue, buffers.c, std::vector<float>(a.size()), true);
}

// Runs the program to its end on every device; C as they have computed it.
inline std::vector<float> compute(MeshDevice& mesh, Buffers& buffers, Program&& program) {
    auto& queue = mesh.mesh_command_queue();
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(mesh.shape()), std::move(program));
    distributed::EnqueueMeshWorkload(queue, workload, false);
    distributed::Finish(queue);
    std::vector<float> c;
    distributed::EnqueueReadMeshBuffer(queue, c, buffers.c, true);
    return c;
}

inline std::vector<float> run(MeshDevice& mesh, const Job& job, const Variant& variant) {
    Buffers buffers = make_buffers(mesh, job);
    fill(mesh, job, buffers);
    return compute(mesh, buffers, make_program(job, buffers, variant));
}

// Values that are A plus the sum of all of B.
inline std::size_t count_right(const Job& job, const std::vector<float>& c) {
    const std::vector<float> a = make_a(job);
    const double sum = 0.5 * job.b_tiles * (job.b_tiles + 1);
    std::size_t right = 0;
    for (std::size_t i = 0; i < a.size() && i < c.size(); i++)
        right += std::abs(double{c[i]} - (double{a[i]} + sum)) <= 1e-6 ? 1 : 0;
    return right;
}

}  // namespace examples::distributed_add
