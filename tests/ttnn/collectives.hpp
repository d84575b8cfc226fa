// What tests of collectives share: a mesh of the whole machine, numbers that differ from device to
// device, and what the definitions make of them. IRONBIRD_CLUSTER says on which machine.
#pragma once

#include <array>
#include <bit>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/system_mesh.hpp>

#include "harness.hpp"
#include "mesh_at_rest.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn::test {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using tt::tt_fabric::FabricConfig;
using Raw = std::vector<uint16_t>;

// A tensor as a grid of pages: tiles, or rows.
struct Grid {
    std::array<uint32_t, 4> dims;
    uint32_t page;  // elements
    uint32_t pages() const { return dims[0] * dims[1] * dims[2] * dims[3]; }
    std::array<uint32_t, 4> at(uint32_t index) const {
        return {index / (dims[1] * dims[2] * dims[3]), index / (dims[2] * dims[3]) % dims[1],
                index / dims[3] % dims[2], index % dims[3]};
    }
    uint32_t index(const std::array<uint32_t, 4>& c) const {
        return ((c[0] * dims[1] + c[1]) * dims[2] + c[2]) * dims[3] + c[3];
    }
};

inline Grid grid_of(const Tensor& t) {
    const Shape& s = t.logical_shape();
    if (t.layout() == Layout::TILE) return {{s[0], s[1], s[2] / 32, s[3] / 32}, 1024};
    return {{s[0], s[1], s[2], 1}, s[3]};
}

// Whole numbers of which many sums are exact in bfloat16.
inline uint16_t bits(uint32_t device, uint32_t element) {
    return static_cast<uint16_t>(
        std::bit_cast<uint32_t>(static_cast<float>((device * 5 + element * 3) % 16)) >> 16);
}
inline float value(uint16_t b) {
    return std::bit_cast<float>(uint32_t{b} << 16);
}

// The tensor keeps it.
inline std::shared_ptr<MeshBuffer> buffer_of(const Tensor& t) {
    return {std::shared_ptr<void>(), const_cast<MeshBuffer*>(&t.mesh_buffer())};
}

class Collectives : public testing::Test {
 protected:
    static constexpr std::size_t kTraceBytes = 1 << 20;

    void open(FabricConfig config, const MeshShape& shape) {
        CONFIG.validate_program_args = true;
        tt::tt_fabric::SetFabricConfig(config);
        mesh_ = MeshDevice::create(MeshDeviceConfig(shape), DEFAULT_L1_SMALL_SIZE, kTraceBytes);
    }
    // No test leaves a word of a collective or a slot of a router other than it was.
    void TearDown() override {
        if (looks_back_ && mesh_ && tt::tt_fabric::GetFabricConfig() != FabricConfig::DISABLED)
            for (const std::string& what : left_behind(*mesh_)) ADD_FAILURE() << what;
        if (mesh_) mesh_->close();
        mesh_.reset();
        tt::tt_fabric::SetFabricConfig(FabricConfig::DISABLED);
    }
    uint32_t devices() const { return static_cast<uint32_t>(mesh_->num_devices()); }

    Tensor empty(const Shape& shape, Layout layout = Layout::TILE,
                 DataType dtype = DataType::BFLOAT16) {
        return create_device_tensor(spec_of(shape, dtype, layout), mesh_.get());
    }
    void write(const Tensor& t, const MeshCoordinate& at, Raw raw) {
        WriteShard(mesh_->mesh_command_queue(), buffer_of(t), raw, at, true);
    }
    // Other numbers on every device.
    Tensor fresh(const Shape& shape, Layout layout = Layout::TILE) {
        Tensor t = empty(shape, layout);
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape()))
            write(t, at, own(t, number(at)));
        return t;
    }
    static Raw own(const Tensor& t, uint32_t device) {
        const Grid g = grid_of(t);
        Raw raw(std::size_t{g.pages()} * g.page);
        for (uint32_t i = 0; i < raw.size(); i++) raw[i] = bits(device, i);
        return raw;
    }
    Raw read(const Tensor& t, const MeshCoordinate& at) {
        Raw raw;
        ReadShard(mesh_->mesh_command_queue(), raw, buffer_of(t), at, true);
        return raw;
    }
    uint32_t number(const MeshCoordinate& at) const { return at[0] * mesh_->shape()[1] + at[1]; }

    // Devices of a line, by number; -1: all.
    std::vector<uint32_t> line(const MeshCoordinate& at, int axis) const {
        std::vector<uint32_t> all;
        for (const MeshCoordinate& c : MeshCoordinateRange(mesh_->shape()))
            if (axis < 0 || c[1 - axis] == at[1 - axis]) all.push_back(number(c));
        return all;
    }

    void expect_gathered(const Tensor& in, const Tensor& out, int dim, int axis) {
        const Grid g = grid_of(in), whole = grid_of(out);
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape())) {
            const Raw got = read(out, at);
            const auto members = line(at, axis);
            Raw want(got.size());
            for (uint32_t m = 0; m < members.size(); m++) {
                const Raw part = own(in, members[m]);
                for (uint32_t p = 0; p < g.pages(); p++) {
                    auto c = g.at(p);
                    const bool rows = in.layout() != Layout::TILE && dim == 3;
                    if (!rows) c[dim] += m * g.dims[dim];
                    const std::size_t to =
                        std::size_t{whole.index(c)} * whole.page + (rows ? m * g.page : 0);
                    std::copy_n(part.begin() + std::size_t{p} * g.page, g.page, want.begin() + to);
                }
            }
            EXPECT_EQ(got, want) << "device " << number(at) << ", dim " << dim;
        }
    }
    Raw sum(const Tensor& in, const std::vector<uint32_t>& members) {
        Raw all = own(in, members.front());
        for (uint32_t i = 0; i < all.size(); i++) {
            float total = 0;
            for (const uint32_t m : members) total += value(bits(m, i));
            all[i] = static_cast<uint16_t>(std::bit_cast<uint32_t>(total) >> 16);
        }
        return all;
    }

    std::shared_ptr<MeshDevice> mesh_;
    bool looks_back_ = true;  // words are on the usual cores
};

inline MeshShape whole_line() {
    return MeshShape(1, static_cast<uint32_t>(SystemMesh::instance().shape().mesh_size()));
}

}  // namespace ttnn::test
