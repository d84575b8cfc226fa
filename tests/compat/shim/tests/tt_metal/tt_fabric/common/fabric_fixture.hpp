// In the place of the header of upstream's tests: all chips, each a device of its own, with a
// fabric of lines.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/host_api.hpp>

namespace tt::tt_fabric::fabric_router_tests {

// Places in L1 that sender and receiver agree on.
struct WorkerMemMap {
    std::uint32_t source_l1_buffer_address;
    std::uint32_t packet_payload_size_bytes;
    std::uint32_t test_results_address;
    std::uint32_t target_address;
    std::uint32_t notification_mailbox_address;
    std::uint32_t test_results_size_bytes;
};

class Fabric1DFixture : public ::testing::Test {
 public:
    using Device = std::shared_ptr<tt::tt_metal::distributed::MeshDevice>;

    const Device& get_device(ChipId id) const { return devices_.at(id); }

    WorkerMemMap generate_worker_mem_map(const Device& device, Topology) const {
        constexpr std::uint32_t kRoom = 0x10000;
        const auto base = static_cast<std::uint32_t>(
            device->allocator()->get_base_allocator_addr(tt::tt_metal::HalMemType::L1));
        return {base, 2048, base + kRoom, base + 2 * kRoom, base + 3 * kRoom, 128};
    }

 protected:
    void SetUp() override {
        const auto count = static_cast<int>(tt::tt_metal::GetNumAvailableDevices());
        if (count < 2) GTEST_SKIP() << "needs two chips";
        SetFabricConfig(FabricConfig::FABRIC_1D);
        std::vector<int> ids(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) ids[static_cast<std::size_t>(i)] = i;
        devices_ = tt::tt_metal::distributed::MeshDevice::create_unit_meshes(ids);
    }
    void TearDown() override {
        if (devices_.empty()) return;
        for (auto& [id, device] : devices_) device->close();
        devices_.clear();
        SetFabricConfig(FabricConfig::DISABLED);
    }

 private:
    std::map<int, Device> devices_;
};

}  // namespace tt::tt_fabric::fabric_router_tests
