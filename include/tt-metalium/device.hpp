// A device: one chip, or a mesh of them that is used as one.
#pragma once

#include <fmt/core.h>
#include <fmt/format.h>
#include <hostdevcommon/kernel_structs.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <hostdevcommon/common_values.hpp>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/device_types.hpp>
#include <tt-metalium/hal_types.hpp>
#include <tt-metalium/sub_device_types.hpp>
#include <tt_stl/assert.hpp>
#include <tt_stl/span.hpp>
#include <tuple>
#include <umd/device/types/arch.hpp>
#include <umd/device/types/core_coordinates.hpp>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ironbird::host {
struct DeviceState;
}

namespace tt::tt_metal {

enum NOC : uint8_t;
class Allocator;
class CommandQueue;
class SubDevice;

namespace distributed {
class MeshDevice;
}

namespace program_cache::detail {
struct ProgramCache;
}

class IDevice {
 public:
    virtual ~IDevice();
    IDevice(const IDevice&) = delete;
    IDevice& operator=(const IDevice&) = delete;

    ChipId id() const;
    ChipId build_id() const;
    tt::ARCH arch() const;
    bool is_initialized() const;
    bool is_mmio_capable() const;
    uint8_t num_hw_cqs() const;

    // Waits for all queues and gives the device back; buffers on it are gone.
    bool close();

    // The mesh that this device belongs to, itself included; null for a device of CreateDevice().
    std::shared_ptr<distributed::MeshDevice> get_mesh_device();

    // The queue of the calls of 2025.
    CommandQueue& command_queue(size_t cq_id = 0);

    // ---- size and clock
    int num_dram_channels() const;
    uint32_t l1_size_per_core() const;
    uint32_t dram_size_per_channel() const;
    int get_clock_rate_mhz() const;
    CoreCoord grid_size() const;          // of the NoC
    CoreCoord logical_grid_size() const;  // of all Tensix cores
    CoreCoord dram_grid_size() const;
    CoreCoord compute_with_storage_grid_size() const;  // of the cores that programs may use

    // ---- coordinates
    CoreCoord worker_core_from_logical_core(const CoreCoord& logical_core) const;
    std::vector<CoreCoord> worker_cores_from_logical_cores(
        const std::vector<CoreCoord>& logical_cores) const;
    CoreCoord virtual_core_from_logical_core(const CoreCoord& logical_coord,
                                             const CoreType& core_type) const;
    CoreCoord virtual_noc0_coordinate(uint8_t noc_index, CoreCoord coord) const;
    uint32_t get_noc_unicast_encoding(uint8_t noc_index, const CoreCoord& core) const;
    uint32_t get_noc_multicast_encoding(uint8_t noc_index, const CoreRange& cores) const;
    CoreCoord logical_core_from_dram_channel(uint32_t dram_channel) const;
    uint32_t dram_channel_from_logical_core(const CoreCoord& logical_core) const;
    uint32_t dram_channel_from_virtual_core(const CoreCoord& virtual_core) const;
    // For each DRAM bank a worker near its endpoint, each worker once.
    std::vector<CoreCoord> get_optimal_dram_bank_to_logical_worker_assignment(NOC noc);
    HalProgrammableCoreType get_programmable_core_type(CoreCoord virtual_core) const;
    HalMemType get_mem_type_of_core(CoreCoord virtual_core) const;
    CoreCoord virtual_program_dispatch_core(uint8_t cq_id) const;

    // ---- Ethernet cores, (0, channel): active ones have a cable to another device. No kernel runs
    // on them yet.
    std::unordered_set<CoreCoord> get_active_ethernet_cores(
        bool skip_reserved_tunnel_cores = false) const;
    std::unordered_set<CoreCoord> get_inactive_ethernet_cores() const;
    bool is_active_ethernet_core(CoreCoord logical_core,
                                 bool skip_reserved_tunnel_cores = false) const;
    bool is_inactive_ethernet_core(CoreCoord logical_core) const;
    const std::set<CoreCoord>& ethernet_cores() const;
    std::vector<CoreCoord> get_ethernet_sockets(ChipId connected_chip_id) const;
    CoreCoord ethernet_core_from_logical_core(const CoreCoord& logical_core) const;
    CoreCoord logical_core_from_ethernet_core(const CoreCoord& ethernet_core) const;
    std::vector<CoreCoord> ethernet_cores_from_logical_cores(
        const std::vector<CoreCoord>& logical_cores) const;
    std::tuple<ChipId, CoreCoord> get_connected_ethernet_core(CoreCoord eth_core) const;
    const std::set<CoreCoord>& storage_only_cores() const;

    // ---- memory
    const std::unique_ptr<Allocator>& allocator() const;
    const std::unique_ptr<Allocator>& allocator(SubDeviceId sub_device_id) const;
    std::optional<DeviceAddr> lowest_occupied_compute_l1_address() const;
    std::optional<DeviceAddr> lowest_occupied_compute_l1_address(
        ttsl::Span<const SubDeviceId> sub_device_ids) const;
    uint32_t get_trace_buffers_size() const;

    // ---- sub-devices
    SubDeviceManagerId create_sub_device_manager(ttsl::Span<const SubDevice> sub_devices,
                                                 DeviceAddr local_l1_size);
    SubDeviceManagerId create_sub_device_manager(std::initializer_list<SubDevice> sub_devices,
                                                 DeviceAddr local_l1_size);
    void load_sub_device_manager(SubDeviceManagerId sub_device_manager_id);
    void clear_loaded_sub_device_manager();
    void remove_sub_device_manager(SubDeviceManagerId sub_device_manager_id);
    SubDeviceManagerId get_active_sub_device_manager_id() const;
    SubDeviceManagerId get_default_sub_device_manager_id() const;
    uint32_t num_sub_devices() const;
    const std::vector<SubDeviceId>& get_sub_device_ids() const;
    const std::vector<SubDeviceId>& get_sub_device_stall_group() const;
    void set_sub_device_stall_group(ttsl::Span<const SubDeviceId> sub_device_ids);
    void reset_sub_device_stall_group();
    CoreRangeSet worker_cores(HalProgrammableCoreType core_type, SubDeviceId sub_device_id) const;
    uint32_t num_worker_cores(HalProgrammableCoreType core_type, SubDeviceId sub_device_id) const;

    // ---- programs of operations; compiled kernels are kept elsewhere, by their content
    program_cache::detail::ProgramCache& get_program_cache();
    void enable_program_cache();
    void disable_and_clear_program_cache();
    void clear_program_cache();
    void set_program_cache_misses_allowed(bool allowed);
    std::size_t num_program_cache_entries();

    ironbird::host::DeviceState& state() const { return *state_; }

 protected:
    IDevice();

    std::shared_ptr<ironbird::host::DeviceState> state_;
};

// The name of the interface in older programs.
using Device = IDevice;

}  // namespace tt::tt_metal
