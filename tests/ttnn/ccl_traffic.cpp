// One collective on bfloat16 tiles of every device of a mesh, every result against the definition.
// Where a size is given it is called once more on tensors at other addresses and once from a trace
// (above 1 MiB it is not), and then all words and slots are at their start. What it moved is in the
// record of the run.
//
// usage: ccl_traffic OPERATION FABRIC ROWS COLUMNS [AXIS HEIGHT WIDTH]
// OPERATION is all_gather, reduce_scatter, all_reduce, broadcast or all_to_all, FABRIC line, ring
// or mesh (two dimensions).
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>

#include "mesh_at_rest.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/ccl/broadcast/broadcast.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async_generic/all_to_all_async_generic.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

using namespace ttnn;
namespace metal = tt::tt_metal;
namespace meshes = tt::tt_metal::distributed;
using Raw = std::vector<std::uint16_t>;
using tt::tt_fabric::FabricConfig;
using tt::tt_fabric::SetFabricConfig;

namespace {

constexpr std::uint32_t kTile = 1024;  // elements
constexpr std::size_t kTraceBytes = 1 << 20;
constexpr std::uint64_t kCalledOnce = 1 << 20;  // bytes

// Whole numbers whose sums over some devices are exact.
float number(std::uint32_t device, std::uint32_t tile, std::uint32_t element) {
    return static_cast<float>((device * 5 + tile * 7 + element * 3) % 16);
}
std::uint16_t bits(float value) {
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
}

// Devices of a line and their tensors of rows x columns tiles.
struct Line {
    std::vector<std::uint32_t> devices;
    std::uint32_t rows, columns;
    auto count() const { return static_cast<std::uint32_t>(devices.size()); }
    float sum(std::uint32_t tile, std::uint32_t element) const {
        float all = 0;
        for (const std::uint32_t d : devices) all += number(d, tile, element);
        return all;
    }
};

struct Operation {
    Tensor (*call)(const Tensor&, std::uint32_t axis);
    // Element of a tile of the result at a place of the line.
    float (*want)(const Line&, std::uint32_t place, std::uint32_t tile, std::uint32_t element);
};

float gathered(const Line& l, std::uint32_t, std::uint32_t tile, std::uint32_t element) {
    const std::uint32_t wide = l.columns * l.count(), row = tile / wide, column = tile % wide;
    return number(l.devices[column / l.columns], row * l.columns + column % l.columns, element);
}
float slice_of_sum(const Line& l, std::uint32_t place, std::uint32_t tile, std::uint32_t element) {
    const std::uint32_t part = l.columns / l.count();
    return l.sum(tile / part * l.columns + place * part + tile % part, element);
}
float whole_sum(const Line& l, std::uint32_t, std::uint32_t tile, std::uint32_t element) {
    return l.sum(tile, element);
}
float of_first(const Line& l, std::uint32_t, std::uint32_t tile, std::uint32_t element) {
    return number(l.devices[0], tile, element);
}
float part_of_each(const Line& l, std::uint32_t place, std::uint32_t tile, std::uint32_t element) {
    const std::uint32_t part = l.columns / l.count(), row = tile / part;
    return number(l.devices[row / l.rows], row % l.rows * l.columns + place * part + tile % part,
                  element);
}

const std::map<std::string_view, Operation> kOperations = {
    {"all_gather",
     {[](const Tensor& t, std::uint32_t axis) { return all_gather(t, 3, axis); }, gathered}},
    {"reduce_scatter",
     {[](const Tensor& t, std::uint32_t axis) { return reduce_scatter(t, 3, axis); },
      slice_of_sum}},
    {"all_reduce",
     {[](const Tensor& t, std::uint32_t axis) { return all_reduce(t, axis); }, whole_sum}},
    {"broadcast",
     {[](const Tensor& t, std::uint32_t axis) {
          return broadcast(t, MeshCoordinate(0, 0), std::nullopt, std::nullopt, ccl::Topology::Ring,
                           axis);
      },
      of_first}},
    {"all_to_all",
     {[](const Tensor& t, std::uint32_t axis) {
          return ttnn::experimental::all_to_all_async_generic(
              t, 2, 3, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, axis);
      },
      part_of_each}},
};

class Acceptance {
 public:
    Acceptance(const Operation& operation, std::shared_ptr<meshes::MeshDevice> mesh,
               std::uint32_t axis, std::uint32_t height, std::uint32_t width)
        : operation_(operation),
          mesh_(std::move(mesh)),
          axis_(axis),
          height_(height),
          width_(width) {}

    int run() {
        const Tensor in = fresh();
        const Tensor first = operation_.call(in, axis_);
        compare("the first call", first);
        return failed_;
    }
    int run_again() {
        if (std::uint64_t{height_} * width_ * 2 <= kCalledOnce) {
            kept_ = fresh();
            call_again();
            call_in_trace(*kept_);
        }
        for (const std::string& what : test::left_behind(*mesh_)) fail(what);
        return failed_;
    }

 private:
    meshes::MeshCommandQueue& queue() { return mesh_->mesh_command_queue(); }
    std::uint32_t number_of(const MeshCoordinate& at) const {
        return at[0] * mesh_->shape()[1] + at[1];
    }
    static std::shared_ptr<meshes::MeshBuffer> buffer_of(const Tensor& t) {
        return {std::shared_ptr<void>(), const_cast<meshes::MeshBuffer*>(&t.mesh_buffer())};
    }
    void fail(const std::string& what) {
        fmt::print("{}\n", what);
        failed_ = 1;
    }

    Tensor fresh() {
        const metal::TensorSpec spec(
            Shape({1, 1, height_, width_}),
            metal::TensorLayout(DataType::BFLOAT16, metal::PageConfig(Layout::TILE),
                                MemoryConfig{}));
        Tensor t = create_device_tensor(spec, mesh_.get());
        for (const MeshCoordinate& at : meshes::MeshCoordinateRange(mesh_->shape())) {
            Raw raw(std::size_t{height_} * width_);
            for (std::uint32_t i = 0; i < raw.size(); i++)
                raw[i] = bits(::number(number_of(at), i / kTile, i % kTile));
            meshes::WriteShard(queue(), buffer_of(t), raw, at, true);
        }
        return t;
    }

    // Another tensor is where the first one was, so that all addresses are others.
    void call_again() {
        const auto programs = mesh_->num_program_cache_entries();
        compare("the second call", operation_.call(fresh(), axis_));
        if (mesh_->num_program_cache_entries() != programs)
            fail("the second call has built programs");
    }
    void call_in_trace(const Tensor& in) {
        const auto trace = mesh_->begin_mesh_trace(queue());
        const Tensor out = operation_.call(in, axis_);
        mesh_->end_mesh_trace(queue(), trace);
        mesh_->replay_mesh_trace(queue(), trace, true);
        compare("the trace", out);
        mesh_->release_mesh_trace(trace);
    }

    void compare(const char* which, const Tensor& out) {
        for (const MeshCoordinate& at : meshes::MeshCoordinateRange(mesh_->shape())) {
            Line line{{}, height_ / 32, width_ / 32};
            for (std::uint32_t i = 0; i < mesh_->shape()[static_cast<int>(axis_)]; i++)
                line.devices.push_back(
                    number_of(axis_ == 0 ? MeshCoordinate(i, at[1]) : MeshCoordinate(at[0], i)));
            Raw raw;
            meshes::ReadShard(queue(), raw, buffer_of(out), at, true);
            for (std::uint32_t i = 0; i < raw.size(); i++)
                if (raw[i] !=
                    bits(operation_.want(line, at[static_cast<int>(axis_)], i / kTile, i % kTile)))
                    return fail(fmt::format("{}: element {} of tile {} of device {} is wrong",
                                            which, i % kTile, i / kTile, at));
        }
    }

    const Operation& operation_;
    std::shared_ptr<meshes::MeshDevice> mesh_;
    std::uint32_t axis_, height_, width_;
    std::optional<Tensor> kept_;
    int failed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5 && argc != 8) return 2;
    const std::map<std::string_view, FabricConfig> kFabrics = {
        {"line", FabricConfig::FABRIC_1D},
        {"ring", FabricConfig::FABRIC_1D_RING},
        {"mesh", FabricConfig::FABRIC_2D}};
    SetFabricConfig(kFabrics.at(argv[2]));
    const auto number = [&](int i) { return static_cast<std::uint32_t>(std::atoi(argv[i])); };
    const MeshShape shape(number(3), number(4));
    const std::uint32_t axis = argc > 5 ? number(5) : shape[0] > 1 ? 0 : 1;
    int failed = 0;
    {
        const auto mesh = meshes::MeshDevice::create(meshes::MeshDeviceConfig(shape),
                                                     DEFAULT_L1_SMALL_SIZE, kTraceBytes);
        Acceptance acceptance(kOperations.at(argv[1]), mesh, axis, argc > 5 ? number(6) : 32,
                              argc > 5 ? number(7) : 2048);
        failed = acceptance.run();
        if (argc > 5) failed |= acceptance.run_again();
    }
    SetFabricConfig(FabricConfig::DISABLED);
    return failed;
}
