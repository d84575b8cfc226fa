// Meshes: shapes, members, parts, coordinates, sub-devices.
#include <gtest/gtest.h>

#include <array>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/maybe_remote.hpp>
#include <tt-metalium/sub_device.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "base/fault.hpp"
#include "host/device/system.hpp"

namespace tt::tt_metal::distributed {
namespace {

TEST(SystemMesh, ShapesAreParsed) {
    EXPECT_EQ(ironbird::host::parse_mesh("2x4"), MeshShape(2, 4));
    for (const char* bad : {"", "2", "x4", "2x", "0x4", "2x4x1", "8x8", "ax2"})
        EXPECT_THROW(ironbird::host::parse_mesh(bad), ironbird::Error) << bad;
}

// What a process has, by its options; upstream's rule: 32 devices are 4x8, 8 are 1x8.
TEST(SystemMesh, ChipsByOptions) {
    struct Row {
        const char *cluster, *mesh, *visible, *chip;
        std::uint32_t rows, columns;
    };
    const std::string all32 = [] {
        std::string list = "0";
        for (int i = 1; i < 32; i++) list += "," + std::to_string(i);
        return list;
    }();
    for (const Row& row :
         {Row{"", "", "", "n150", 1, 1}, Row{"", "", "0,1,2,3,4,5,6,7", "n150", 1, 8},
          Row{"", "", all32.c_str(), "n150", 4, 8}, Row{"", "", "", "n300", 1, 1},
          Row{"", "2x4", "", "p150", 2, 4}, Row{"t3000", "", "", "n300", 2, 4},
          Row{"galaxy", "", "", "n300", 8, 4}, Row{"", "", "0,1,2", "n150", 1, 3}}) {
        ironbird::Options o;
        o.cluster = row.cluster, o.mesh = row.mesh, o.visible_devices = row.visible;
        const ironbird::arch::Product* chip = ironbird::arch::find(row.chip);
        const auto cluster = ironbird::host::cluster_of(o, {&chip, 1});
        EXPECT_EQ(cluster.rows(), row.rows) << row.cluster << row.chip;
        EXPECT_EQ(cluster.columns(), row.columns) << row.cluster << row.chip;
    }
    EXPECT_EQ(ironbird::host::meshdevice_shape("2,4"), MeshShape(2, 4));
}

TEST(MeshDevice, AnyShapeOfUpTo32Chips) {
    const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(4, 8)));
    EXPECT_EQ(mesh->num_devices(), 32u);
    EXPECT_EQ(mesh->num_rows(), 4u);
    EXPECT_EQ(mesh->get_device(MeshCoordinate(1, 2))->id(), 10);
    EXPECT_ANY_THROW(MeshDevice::create(MeshDeviceConfig(MeshShape(3, 11))));
}

TEST(MeshDevice, PartsShareTheChips) {
    const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(2, 4)));
    const auto parts = mesh->create_submeshes(MeshShape(2, 2));
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[1]->get_device_ids(), (DeviceIds{2, 3, 6, 7}));
    EXPECT_EQ(parts[0]->get_parent_mesh(), mesh);
    EXPECT_ANY_THROW(mesh->create_submeshes(MeshShape(2, 3)));
    EXPECT_ANY_THROW(mesh->create_submesh(MeshShape(1, 4), MeshCoordinate(0, 1)));
    EXPECT_ANY_THROW(mesh->create_submesh(MeshShape(1, 2), MeshCoordinate(1)));
    EXPECT_ANY_THROW(mesh->create_submesh(MeshShape(0, 2)));
}

TEST(MeshDevice, ViewsNameTheirChips) {
    const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(2, 4)));
    const MeshDeviceView& view = mesh->get_view();
    EXPECT_EQ(view.mesh_id(), tt_fabric::MeshId{0});
    EXPECT_EQ(view.get_fabric_node_id(MeshCoordinate(1, 2)).chip_id, 6u);
    EXPECT_EQ(view.get_fabric_node_ids_on_column(3),
              (std::vector{view.get_fabric_node_ids()[3], view.get_fabric_node_ids()[7]}));
    EXPECT_EQ(view.get_line_fabric_node_ids()[4], view.get_fabric_node_ids()[7]);
    EXPECT_EQ(view.get_fabric_node_ids_on_row(1), view.get_fabric_node_ids(MeshCoordinateRange(
                                                      MeshCoordinate(1, 0), MeshCoordinate(1, 3))));
    EXPECT_THROW((void)view.get_fabric_node_ids_on_row(2), ironbird::Error);
    EXPECT_THROW((void)view.is_local(MeshCoordinate(2, 0)), ironbird::Error);
    std::vector<IDevice*> walked;
    for (const auto& device : view) walked.push_back(*device);
    EXPECT_EQ(walked, mesh->get_devices());
    EXPECT_THROW(MeshDeviceView(MeshShape(8), walked, {}), ironbird::Error);
}

TEST(MeshDevice, MembersAreActiveDevices) {
    EXPECT_THROW(tt_metal::detail::GetActiveDevice(1), ironbird::Error);
    const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(1, 2)));
    EXPECT_EQ(tt_metal::detail::GetActiveDevice(1), mesh->get_devices()[1]);
    mesh->close();
    EXPECT_THROW(tt_metal::detail::GetActiveDevice(1), ironbird::Error);
}

TEST(MaybeRemote, CallsGoWhereTheValueIs) {
    const auto here = MaybeRemote<int>::local(7);
    const auto there = MaybeRemote<int>::remote();
    EXPECT_EQ(here.if_local([](int v) { return v + 1; }), 8);
    EXPECT_EQ(there.if_local([](int v) { return v + 1; }), std::nullopt);
    int calls = 0;
    here.if_remote([&] { ++calls; });
    there.if_remote([&] { ++calls; });
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(here.to_string(), "MaybeRemote{7}");
    EXPECT_EQ(there.to_string(), "MaybeRemote{remote}");
    EXPECT_EQ(extract_locals(std::vector{here, there, here}), (std::vector{7, 7}));
    EXPECT_EQ(wrap_to_maybe_remote(std::vector{7}), std::vector{here});
}

// Without any option there is one chip, and no cable in any of its channels.
TEST(Device, EthernetCores) {
    const auto mesh = MeshDevice::create_unit_mesh(0);
    EXPECT_TRUE(mesh->get_active_ethernet_cores().empty());
    EXPECT_EQ(mesh->get_inactive_ethernet_cores().size(), mesh->ethernet_cores().size());
    for (const CoreCoord& c : mesh->ethernet_cores())
        EXPECT_EQ(mesh->logical_core_from_ethernet_core(mesh->ethernet_core_from_logical_core(c)),
                  c);
    EXPECT_EQ(mesh->ethernet_core_from_logical_core({0, 9}), CoreCoord(19, 17));
    EXPECT_EQ(mesh->get_programmable_core_type(CoreCoord(19, 17)),
              HalProgrammableCoreType::IDLE_ETH);
    EXPECT_THROW(mesh->get_connected_ethernet_core({0, 3}), ironbird::Error);
    EXPECT_THROW(mesh->ethernet_core_from_logical_core({0, 16}), ironbird::Error);
    EXPECT_THROW(mesh->logical_core_from_ethernet_core({1, 1}), ironbird::Error);
}

TEST(MeshDevice, LinesAndRings) {
    using C = MeshCoordinate;
    EXPECT_EQ(MeshDeviceView::get_line_coordinates(6, Shape2D(2, 3), Shape2D(0, 0)),
              (std::vector<C>{C(0, 0), C(0, 1), C(0, 2), C(1, 2), C(1, 1), C(1, 0)}));
    EXPECT_EQ(MeshDeviceView::get_ring_coordinates(Shape2D(2, 3), Shape2D(4, 4)),
              (std::vector<C>{C(0, 0), C(0, 1), C(0, 2), C(1, 2), C(1, 1), C(1, 0)}));
    EXPECT_EQ(MeshDeviceView::get_ring_coordinates(Shape2D(3, 3), Shape2D(3, 3)).size(), 8u);
}

TEST(MeshDevice, UnknownDevicesAndQueuesAreRefused) {
    EXPECT_THROW(MeshDevice::create_unit_mesh(-1), ironbird::Error);
    EXPECT_THROW(MeshDevice::create_unit_mesh(32), ironbird::Error);
    EXPECT_ANY_THROW(MeshDevice::create_unit_mesh(0, 0, 0, 3));
    const auto mesh = MeshDevice::create_unit_mesh(0);
    EXPECT_ANY_THROW(mesh->mesh_command_queue(1));
}

TEST(MeshDevice, CloseIsFinal) {
    const auto mesh = MeshDevice::create_unit_mesh(0);
    EXPECT_TRUE(mesh->close());
    EXPECT_FALSE(mesh->close());
    EXPECT_FALSE(mesh->is_initialized());
    EXPECT_ANY_THROW(mesh->mesh_command_queue());
}

TEST(Device, CoordinatesGoThereAndBack) {
    const auto mesh = MeshDevice::create_unit_mesh(0);
    const CoreCoord grid = mesh->compute_with_storage_grid_size();
    EXPECT_LE(grid.y, mesh->logical_grid_size().y);
    const CoreCoord v = mesh->worker_core_from_logical_core({grid.x - 1, grid.y - 1});
    EXPECT_EQ(mesh->get_programmable_core_type(v), HalProgrammableCoreType::TENSIX);
    EXPECT_THROW(mesh->worker_core_from_logical_core({99, 0}), ironbird::Error);
    const CoreCoord dram = mesh->virtual_core_from_logical_core({3, 0}, CoreType::DRAM);
    EXPECT_EQ(mesh->dram_channel_from_virtual_core(dram), 3u);
    const auto near = mesh->get_optimal_dram_bank_to_logical_worker_assignment(NOC::NOC_0);
    EXPECT_EQ(std::set<CoreCoord>(near.begin(), near.end()).size(),
              static_cast<size_t>(mesh->num_dram_channels()));
}

class SubDeviceTest : public testing::Test {
 protected:
    std::shared_ptr<MeshDevice> mesh_ = MeshDevice::create_unit_mesh(0);
    SubDevice left_{std::array{CoreRangeSet(CoreRange({0, 0}, {1, 1}))}};
    SubDevice right_{std::array{CoreRangeSet(CoreRange({2, 0}, {3, 1}))}};
};

TEST_F(SubDeviceTest, LoadAndClear) {
    const auto id = mesh_->create_sub_device_manager({left_, right_}, 3200);
    mesh_->load_sub_device_manager(id);
    EXPECT_EQ(mesh_->num_sub_devices(), 2u);
    EXPECT_EQ(mesh_->worker_cores(HalProgrammableCoreType::TENSIX, SubDeviceId{1}),
              right_.cores(HalProgrammableCoreType::TENSIX));
    EXPECT_ANY_THROW(mesh_->remove_sub_device_manager(id));
    EXPECT_ANY_THROW(mesh_->set_sub_device_stall_group(std::array{SubDeviceId{2}}));
    mesh_->clear_loaded_sub_device_manager();
    EXPECT_EQ(mesh_->num_sub_devices(), 1u);
    mesh_->remove_sub_device_manager(id);
    EXPECT_ANY_THROW(mesh_->load_sub_device_manager(id));
}

TEST_F(SubDeviceTest, OverlapIsRefused) {
    EXPECT_ANY_THROW(mesh_->create_sub_device_manager({left_, left_}, 0));
}

TEST_F(SubDeviceTest, LocalBuffersLieBelowTheGlobalOnes) {
    mesh_->load_sub_device_manager(mesh_->create_sub_device_manager({left_, right_}, 4096));
    const CoreRangeSet cores = left_.cores(HalProgrammableCoreType::TENSIX);
    const ShardSpecBuffer spec(cores, {1, 1}, ShardOrientation::ROW_MAJOR, {1, 1}, {4, 1});
    const tt::tt_metal::ShardedBufferConfig config{
        mesh_.get(), 4 * 1024, 1024, BufferType::L1, TensorMemoryLayout::HEIGHT_SHARDED, spec};
    const auto local = CreateBuffer(config, SubDeviceId{0});
    const auto base = mesh_->allocator()->get_base_allocator_addr(HalMemType::L1);
    EXPECT_LT(local->address(), base + 4096);
    EXPECT_ANY_THROW(CreateBuffer(config, SubDeviceId{1}));
}

}  // namespace
}  // namespace tt::tt_metal::distributed
