// Several chips used as one device; a unit mesh is a single chip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <hostdevcommon/common_values.hpp>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/device.hpp>
#include <tt-metalium/dispatch_core_common.hpp>
#include <tt-metalium/experimental/fabric/fabric_types.hpp>
#include <tt-metalium/mesh_config.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/mesh_device_view.hpp>
#include <tt-metalium/mesh_trace_id.hpp>
#include <tt-metalium/sub_device_types.hpp>
#include <tt_stl/small_vector.hpp>
#include <tt_stl/span.hpp>
#include <unordered_map>
#include <vector>

namespace tt::tt_metal::distributed {

class MeshCommandQueue;

using DeviceIds = std::vector<int>;

class MeshDevice;
// What upstream keeps behind impl() is here the device itself.
using MeshDeviceImpl = MeshDevice;

class MeshDevice : public IDevice, public std::enable_shared_from_this<MeshDevice> {
 public:
    static std::shared_ptr<MeshDevice> create(
        const MeshDeviceConfig& config, size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
        size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE, size_t num_command_queues = 1,
        const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
        ttsl::Span<const std::uint32_t> l1_bank_remap = {},
        size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);
    static std::shared_ptr<MeshDevice> create_unit_mesh(
        int device_id, size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
        size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE, size_t num_command_queues = 1,
        const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
        ttsl::Span<const std::uint32_t> l1_bank_remap = {},
        size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);
    static std::map<int, std::shared_ptr<MeshDevice>> create_unit_meshes(
        const std::vector<int>& device_ids, size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
        size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE, size_t num_command_queues = 1,
        const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
        ttsl::Span<const std::uint32_t> l1_bank_remap = {},
        size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);

    ~MeshDevice() override;

    // create() has done it; a second time is refused.
    bool initialize(uint8_t num_hw_cqs, size_t l1_small_size, size_t trace_region_size,
                    size_t worker_l1_size, ttsl::Span<const std::uint32_t> l1_bank_remap = {},
                    bool minimal = false);

    // ---- shape and members
    const MeshShape& shape() const;
    size_t num_devices() const;
    size_t num_rows() const;
    size_t num_cols() const;
    void reshape(const MeshShape& new_shape);
    const MeshDeviceView& get_view() const;
    std::vector<IDevice*> get_devices() const;
    DeviceIds get_device_ids() const;
    IDevice* get_device(ChipId physical_device_id) const;
    IDevice* get_device(const MeshCoordinate& coord) const;
    IDevice* get_device(size_t row_idx, size_t col_idx) const;
    bool is_local(const MeshCoordinate& coord) const;
    tt::tt_fabric::FabricNodeId get_fabric_node_id(const MeshCoordinate& coord) const;
    bool is_remote_only() const { return false; }
    std::string to_string() const;
    const MeshDeviceImpl& impl() const { return *this; }
    MeshDeviceImpl& impl() { return *this; }

    using IDevice::get_optimal_dram_bank_to_logical_worker_assignment;
    std::unordered_map<uint32_t, CoreCoord> get_optimal_dram_bank_to_logical_worker_assignment(
        NOC noc, const MeshCoordinate& coord);

    // ---- parts of the mesh: devices of their own on the same chips
    std::shared_ptr<MeshDevice> create_submesh(
        const MeshShape& submesh_shape, const std::optional<MeshCoordinate>& offset = std::nullopt);
    std::vector<std::shared_ptr<MeshDevice>> create_submeshes(const MeshShape& submesh_shape);
    std::vector<std::shared_ptr<MeshDevice>> get_submeshes() const;
    const std::shared_ptr<MeshDevice>& get_parent_mesh() const;
    bool is_parent_mesh() const;

    // Blocks until all work on this mesh and its parts is done.
    void quiesce_devices();

    // Default: the queue that PushCurrentCommandQueueIdForThread() named, else queue 0.
    MeshCommandQueue& mesh_command_queue(std::optional<uint8_t> cq_id = std::nullopt) const;

    // ---- traces: what is enqueued between begin and end is kept instead of run
    MeshTraceId begin_mesh_trace(MeshCommandQueue& cq);
    void begin_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id);
    void end_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id);
    void replay_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id, bool blocking);
    void release_mesh_trace(const MeshTraceId& trace_id);
    MeshTraceId begin_mesh_trace(uint8_t cq_id);
    void begin_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id);
    void end_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id);
    void replay_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id, bool blocking);

 private:
    MeshDevice();

    friend struct ironbird::host::DeviceState;
};

std::ostream& operator<<(std::ostream& os, const MeshDevice& mesh_device);

}  // namespace tt::tt_metal::distributed
