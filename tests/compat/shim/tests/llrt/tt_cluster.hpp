// What upstream's tests ask its private view of the cluster, answered from the public API.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <span>
#include <tt-metalium/cluster.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>
#include <umd/device/types/arch.hpp>
#include <umd/device/types/cluster_descriptor_types.hpp>
#include <vector>

namespace tt {

class Cluster {
 public:
    ARCH arch() const { return tt_metal::hal::get_arch(); }
    tt_metal::ClusterType get_cluster_type() const { return tt_metal::GetClusterType(); }
    std::size_t number_of_devices() const { return tt_metal::GetNumAvailableDevices(); }
    std::size_t number_of_user_devices() const { return tt_metal::GetNumAvailableDevices(); }
    std::set<ChipId> user_exposed_chip_ids() const {
        std::set<ChipId> all;
        for (std::size_t i = 0; i < number_of_devices(); ++i) all.insert(static_cast<ChipId>(i));
        return all;
    }
    BoardType get_board_type(ChipId) const {
        using tt_metal::ClusterType;
        switch (get_cluster_type()) {
            case ClusterType::N150:
                return BoardType::N150;
            case ClusterType::N300:
            case ClusterType::T3K:
                return BoardType::N300;
            case ClusterType::P100:
                return BoardType::P100;
            case ClusterType::P150:
            case ClusterType::P150_X2:
            case ClusterType::P150_X4:
            case ClusterType::P150_X8:
                return BoardType::P150;
            default:
                return BoardType::UNKNOWN;
        }
    }
    bool is_galaxy_cluster() const { return get_cluster_type() == tt_metal::ClusterType::TG; }
    bool is_ubb_galaxy() const {
        return get_cluster_type() == tt_metal::ClusterType::GALAXY ||
               get_cluster_type() == tt_metal::ClusterType::BLACKHOLE_GALAXY;
    }
    bool is_iommu_enabled() const { return false; }
    bool is_mock_or_emulated() const { return false; }
    // Which rows or columns are off is not told; of those chips some are.
    std::uint32_t get_harvesting_mask(ChipId) const { return 1; }
    // Of TG alone, which is not modelled.
    std::vector<std::vector<ChipId>> get_tunnels_from_mmio_device(ChipId) const { return {}; }

    // Routers are placed when devices are opened; until then the configuration is all there is.
    void configure_ethernet_cores_for_fabric_routers(
        tt_fabric::FabricConfig config, std::optional<std::uint8_t> planes = std::nullopt) const {
        tt_fabric::SetFabricConfig(
            config, tt_fabric::FabricReliabilityMode::STRICT_SYSTEM_HEALTH_SETUP_MODE, planes);
    }

    // ---- memory of worker cores by their virtual coordinates
    void l1_barrier(ChipId) const {}
    void write_core(ChipId chip, const tt_metal::CoreCoord& core,
                    std::span<const std::uint8_t> data, std::uint64_t address) const {
        tt_metal::IDevice* device = tt_metal::detail::GetActiveDevice(chip);
        tt_metal::detail::WriteToDeviceL1(device, logical(device, core),
                                          static_cast<std::uint32_t>(address), data);
    }
    void write_core(ChipId chip, const tt_metal::CoreCoord& core,
                    const std::vector<std::uint32_t>& words, std::uint64_t address) const {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
        write_core(chip, core, std::span(bytes, 4 * words.size()), address);
    }
    void read_core(std::vector<std::uint32_t>& data, std::uint32_t bytes, const auto& core,
                   std::uint64_t address) const {
        data = read_core(core.chip, tt_metal::CoreCoord(core.x, core.y), address, bytes);
    }
    std::vector<std::uint32_t> read_core(ChipId chip, const tt_metal::CoreCoord& core,
                                         std::uint64_t address, std::uint32_t bytes) const {
        tt_metal::IDevice* device = tt_metal::detail::GetActiveDevice(chip);
        std::vector<std::uint32_t> data;
        tt_metal::detail::ReadFromDeviceL1(device, logical(device, core),
                                           static_cast<std::uint32_t>(address), bytes, data);
        return data;
    }

 private:
    static tt_metal::CoreCoord logical(tt_metal::IDevice* device, const tt_metal::CoreCoord& core) {
        const auto grid = device->logical_grid_size();
        for (std::size_t y = 0; y < grid.y; ++y)
            for (std::size_t x = 0; x < grid.x; ++x)
                if (device->worker_core_from_logical_core({x, y}) == core) return {x, y};
        TT_THROW("core {} of device {} is no worker core", core.str(), device->id());
    }
};

}  // namespace tt
