// Collectives on a machine of several chips, against their definitions: all bytes of all devices,
// twice (the second time the programs are cached). IRONBIRD_CLUSTER says on which machine.
#include <array>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/system_mesh.hpp>

#include "harness.hpp"
#include "ttnn/operations/ccl/all_broadcast/all_broadcast.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/ccl/broadcast/broadcast.hpp"
#include "ttnn/operations/ccl/mesh_partition/mesh_partition.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/point_to_point/point_to_point.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn::test {
namespace {

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

Grid grid_of(const Tensor& t) {
    const Shape& s = t.logical_shape();
    if (t.layout() == Layout::TILE) return {{s[0], s[1], s[2] / 32, s[3] / 32}, 1024};
    return {{s[0], s[1], s[2], 1}, s[3]};
}

// Whole numbers of which many sums are exact in bfloat16.
uint16_t bits(uint32_t device, uint32_t element) {
    return static_cast<uint16_t>(
        std::bit_cast<uint32_t>(static_cast<float>((device * 5 + element * 3) % 16)) >> 16);
}
float value(uint16_t b) {
    return std::bit_cast<float>(uint32_t{b} << 16);
}

// The tensor keeps it.
std::shared_ptr<MeshBuffer> buffer_of(const Tensor& t) {
    return {std::shared_ptr<void>(), const_cast<MeshBuffer*>(&t.mesh_buffer())};
}

class Collectives : public testing::Test {
 protected:
    void open(FabricConfig config, const MeshShape& shape) {
        CONFIG.validate_program_args = true;
        tt::tt_fabric::SetFabricConfig(config);
        mesh_ = MeshDevice::create(MeshDeviceConfig(shape));
    }
    void TearDown() override {
        if (mesh_) mesh_->close();
        mesh_.reset();
        tt::tt_fabric::SetFabricConfig(FabricConfig::DISABLED);
    }
    uint32_t devices() const { return static_cast<uint32_t>(mesh_->num_devices()); }

    // Other numbers on every device.
    Tensor fresh(const Shape& shape, Layout layout = Layout::TILE) {
        Tensor t = create_device_tensor(spec_of(shape, DataType::BFLOAT16, layout), mesh_.get());
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape())) {
            Raw raw = own(t, number(at));
            WriteShard(mesh_->mesh_command_queue(), buffer_of(t), raw, at, true);
        }
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
};

MeshShape whole_line() {
    return MeshShape(1, static_cast<uint32_t>(SystemMesh::instance().shape().mesh_size()));
}

TEST_F(Collectives, GatherAlongEveryDimension) {
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_1D_RING}) {
        open(config, whole_line());
        for (int dim = 0; dim < 4; dim++) {
            const Tensor in = fresh(Shape({2, 3, 64, 96}));
            for (int again = 0; again < 2; again++)
                expect_gathered(in, all_gather(in, dim), dim, -1);
        }
        const Tensor rows = fresh(Shape({1, 2, 5, 64}), Layout::ROW_MAJOR);
        expect_gathered(rows, all_gather(rows, 2), 2, -1);
        expect_gathered(rows, all_gather(rows, -1), 3, -1);
        TearDown();
    }
}

TEST_F(Collectives, OnAxesOfTheMesh) {
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_2D}) {
        open(config, SystemMesh::instance().shape());
        const Tensor in = fresh(Shape({1, 1, 64, 64}));
        for (int axis = 0; axis < 2; axis++)
            if (mesh_->shape()[axis] > 1)
                expect_gathered(in, all_gather(in, 3, static_cast<uint32_t>(axis)), 3, axis);
        TearDown();
    }
}

TEST_F(Collectives, BroadcastsFromEveryPlace) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = fresh(Shape({1, 1, 32, 160}));
    for (uint32_t from = 0; from < devices(); from++) {
        const Tensor out = broadcast(in, MeshCoordinate(0, from));
        for (uint32_t d = 0; d < devices(); d++)
            EXPECT_EQ(read(out, MeshCoordinate(0, d)), own(in, from)) << from << " to " << d;
    }
    const std::vector<Tensor> all = all_broadcast(in);
    ASSERT_EQ(all.size(), devices());
    for (uint32_t from = 0; from < devices(); from++)
        for (uint32_t d = 0; d < devices(); d++)
            EXPECT_EQ(read(all[from], MeshCoordinate(0, d)), own(in, from)) << from << " to " << d;
}

TEST_F(Collectives, PointToPoint) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = fresh(Shape({1, 3, 32, 64}));
    for (uint32_t from = 0; from < devices(); from++)
        for (uint32_t to = 0; to < devices(); to++)
            if (from != to) {
                const Tensor out =
                    point_to_point(in, MeshCoordinate(0, to), MeshCoordinate(0, from));
                EXPECT_EQ(read(out, MeshCoordinate(0, to)), own(in, from)) << from << " to " << to;
            }
}

TEST_F(Collectives, SumsAndParts) {
    open(FabricConfig::FABRIC_1D_RING, whole_line());
    const Tensor in = fresh(Shape({1, 1, 32, 32 * 2 * devices()}));
    const Raw total = sum(in, line(MeshCoordinate(0, 0), -1));
    for (int again = 0; again < 2; again++) {
        const Tensor reduced = all_reduce(in), part = reduce_scatter(in, 3);
        for (uint32_t d = 0; d < devices(); d++) {
            EXPECT_EQ(read(reduced, MeshCoordinate(0, d)), total) << "device " << d;
            const Raw want(total.begin() + d * 2048, total.begin() + (d + 1) * 2048);
            EXPECT_EQ(read(part, MeshCoordinate(0, d)), want) << "device " << d;
        }
    }
    const Tensor kept = mesh_partition(in, 3, std::nullopt);
    for (uint32_t d = 0; d < devices(); d++) {
        const Raw mine = own(in, d);
        EXPECT_EQ(read(kept, MeshCoordinate(0, d)),
                  Raw(mine.begin() + d * 2048, mine.begin() + (d + 1) * 2048));
    }
}

TEST_F(Collectives, RefuseWhatTheyCannotDo) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = fresh(Shape({1, 1, 32, 32}));
    EXPECT_THAT(thrown([&] { all_gather(in, 4); }), testing::HasSubstr("dim is 4"));
    EXPECT_THAT(thrown([&] {
                    all_gather(in, 3, std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                               std::nullopt, 9);
                }),
                testing::HasSubstr("num_links is 9"));
    const Tensor odd = fresh(Shape({1, 1, 16, 32}), Layout::ROW_MAJOR);
    EXPECT_THAT(thrown([&] { mesh_partition(odd, 1, std::nullopt); }),
                testing::HasSubstr("a multiple of"));
    TearDown();
    mesh_ = MeshDevice::create(MeshDeviceConfig(whole_line()));
    const Tensor lonely = fresh(Shape({1, 1, 32, 32}));
    EXPECT_THAT(thrown([&] { all_gather(lonely, 3); }), testing::HasSubstr("need a fabric"));
}

}  // namespace
}  // namespace ttnn::test
