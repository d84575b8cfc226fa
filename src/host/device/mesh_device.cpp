// Meshes: making them, their members and their parts.
#include <fmt/format.h>

#include <ironbird/phases.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/mesh_command_queue.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/system_mesh.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"

namespace tt::tt_metal::distributed {

using namespace ironbird;
using namespace ironbird::host;

namespace {

void refuse_remap(ttsl::Span<const std::uint32_t> remap) {
    if (!remap.empty())
        throw Error(Fault::not_modelled, "l1_bank_remap is not modelled", {},
                    "banks are numbered as the chip's tables say");
}

DeviceSettings settings(size_t l1_small, size_t trace, size_t queues, size_t worker_l1) {
    return {{l1_small, trace, worker_l1}, queues};
}

}  // namespace

MeshDevice::MeshDevice() = default;

MeshDevice::~MeshDevice() {
    try {
        close();
    } catch (const std::exception& e) {
        Machine::get().fail_later(e);
    }
}

std::shared_ptr<MeshDevice> MeshDevice::create(const MeshDeviceConfig& config, size_t l1_small_size,
                                               size_t trace_region_size, size_t num_command_queues,
                                               const DispatchCoreConfig&,
                                               ttsl::Span<const std::uint32_t> l1_bank_remap,
                                               size_t worker_l1_size) {
    Lock lock;
    refuse_remap(l1_bank_remap);
    std::vector<int> ids = config.physical_device_ids();
    std::optional<MeshShape> shape = config.mesh_shape();
    if (ids.empty()) {
        const auto mapped = SystemMesh::instance().get_mapped_devices(shape, config.offset());
        ids = extract_locals(mapped.device_ids);
        shape = mapped.mesh_shape;
    }
    if (!shape) shape = MeshShape(1, static_cast<uint32_t>(ids.size()));
    require(shape->mesh_size() == ids.size(), Fault::mesh_shape, "{} device ids for a mesh of {}",
            ids.size(), shape->mesh_size());
    return DeviceState::make_mesh(
        *shape, ids,
        settings(l1_small_size, trace_region_size, num_command_queues, worker_l1_size));
}

std::shared_ptr<MeshDevice> MeshDevice::create_unit_mesh(
    int device_id, size_t l1_small_size, size_t trace_region_size, size_t num_command_queues,
    const DispatchCoreConfig& dispatch, ttsl::Span<const std::uint32_t> l1_bank_remap,
    size_t worker_l1_size) {
    return create(MeshDeviceConfig(MeshShape(1, 1), std::nullopt, {device_id}), l1_small_size,
                  trace_region_size, num_command_queues, dispatch, l1_bank_remap, worker_l1_size);
}

std::map<int, std::shared_ptr<MeshDevice>> MeshDevice::create_unit_meshes(
    const std::vector<int>& device_ids, size_t l1_small_size, size_t trace_region_size,
    size_t num_command_queues, const DispatchCoreConfig& dispatch,
    ttsl::Span<const std::uint32_t> l1_bank_remap, size_t worker_l1_size) {
    std::map<int, std::shared_ptr<MeshDevice>> all;
    for (int id : device_ids)
        all[id] = create_unit_mesh(id, l1_small_size, trace_region_size, num_command_queues,
                                   dispatch, l1_bank_remap, worker_l1_size);
    return all;
}

bool MeshDevice::initialize(uint8_t, size_t, size_t, size_t, ttsl::Span<const std::uint32_t>,
                            bool) {
    refuse(Fault::device_open, "mesh device {} is initialized already", id());
}

const MeshShape& MeshDevice::shape() const {
    return *state_->shape;
}
size_t MeshDevice::num_devices() const {
    return state_->slots.size();
}
size_t MeshDevice::num_rows() const {
    return state_->view->num_rows();
}
size_t MeshDevice::num_cols() const {
    return state_->view->num_cols();
}
const MeshDeviceView& MeshDevice::get_view() const {
    return *state_->view;
}
std::vector<IDevice*> MeshDevice::get_devices() const {
    return state_->view->get_devices();
}

DeviceIds MeshDevice::get_device_ids() const {
    DeviceIds ids;
    for (const Slot* slot : state_->slots) ids.push_back(static_cast<int>(slot->id));
    return ids;
}

IDevice* MeshDevice::get_device(ChipId physical_device_id) const {
    return get_device(state_->view->find_device(physical_device_id));
}

IDevice* MeshDevice::get_device(const MeshCoordinate& coord) const {
    return state_->view->get_device(coord);
}

IDevice* MeshDevice::get_device(size_t row_idx, size_t col_idx) const {
    return get_device(
        MeshCoordinate(static_cast<uint32_t>(row_idx), static_cast<uint32_t>(col_idx)));
}

bool MeshDevice::is_local(const MeshCoordinate& coord) const {
    return state_->view->is_local(coord);
}

void MeshDevice::reshape(const MeshShape& new_shape) {
    Lock lock;
    require(new_shape.mesh_size() == num_devices(), Fault::mesh_shape,
            "a mesh of {} devices cannot become one of {}", num_devices(), new_shape.mesh_size());
    state_->shape = new_shape;
    state_->view.emplace(new_shape, get_devices());
}

std::string MeshDevice::to_string() const {
    return fmt::format("MeshDevice({} devices, shape {})", num_devices(), shape());
}

std::unordered_map<uint32_t, CoreCoord>
MeshDevice::get_optimal_dram_bank_to_logical_worker_assignment(NOC noc, const MeshCoordinate&) {
    std::unordered_map<uint32_t, CoreCoord> by_bank;
    for (const CoreCoord& core : get_optimal_dram_bank_to_logical_worker_assignment(noc))
        by_bank.emplace(static_cast<uint32_t>(by_bank.size()), core);
    return by_bank;
}

std::shared_ptr<MeshDevice> MeshDevice::create_submesh(
    const MeshShape& submesh_shape, const std::optional<MeshCoordinate>& offset) {
    Lock lock;
    state_->need_open();
    require(submesh_shape.dims() == shape().dims(), Fault::mesh_shape,
            "a part of a {}-dimensional mesh needs as many "
            "dimensions",
            shape().dims());
    const MeshCoordinate from = offset.value_or(MeshCoordinate::zero_coordinate(shape().dims()));
    require(from.dims() == shape().dims(), Fault::mesh_shape,
            "the offset {} of a part of a mesh of {} needs {} numbers", from, shape(),
            shape().dims());
    require(submesh_shape.mesh_size() > 0, Fault::mesh_shape, "a part of {} has no devices",
            submesh_shape);
    std::vector<int> ids;
    for (const MeshCoordinate& c : MeshCoordinateRange(submesh_shape)) {
        ttsl::SmallVector<uint32_t> at;
        for (size_t d = 0; d < shape().dims(); d++)
            at.push_back(from[static_cast<int>(d)] + c[static_cast<int>(d)]);
        ids.push_back(
            get_device(MeshCoordinate(ttsl::Span<const uint32_t>(at.data(), at.size())))->id());
    }
    auto part = DeviceState::make_mesh(submesh_shape, ids, state_->settings);
    part->state_->parent = shared_from_this();
    state_->submeshes.push_back(part);
    return part;
}

std::vector<std::shared_ptr<MeshDevice>> MeshDevice::create_submeshes(const MeshShape& part_shape) {
    require(part_shape.dims() == shape().dims(), Fault::mesh_shape,
            "parts of a mesh need as many dimensions");
    std::vector<std::shared_ptr<MeshDevice>> parts;
    for (size_t d = 0; d < shape().dims(); d++)
        require(shape()[static_cast<int>(d)] % part_shape[static_cast<int>(d)] == 0,
                Fault::mesh_shape, "a mesh of {} cannot be divided into parts of {}", shape(),
                part_shape);
    for (const MeshCoordinate& c : MeshCoordinateRange(shape())) {
        bool corner = true;
        for (size_t d = 0; d < shape().dims(); d++)
            corner = corner && c[static_cast<int>(d)] % part_shape[static_cast<int>(d)] == 0;
        if (corner) parts.push_back(create_submesh(part_shape, c));
    }
    return parts;
}

std::vector<std::shared_ptr<MeshDevice>> MeshDevice::get_submeshes() const {
    std::vector<std::shared_ptr<MeshDevice>> parts;
    for (const auto& weak : state_->submeshes)
        if (auto part = weak.lock()) parts.push_back(std::move(part));
    return parts;
}

const std::shared_ptr<MeshDevice>& MeshDevice::get_parent_mesh() const {
    return state_->parent;
}
bool MeshDevice::is_parent_mesh() const {
    return state_->parent == nullptr;
}

void MeshDevice::quiesce_devices() {
    Lock lock;
    for (const auto& part : get_submeshes()) part->quiesce_devices();
    state_->finish_all();
}

MeshCommandQueue& MeshDevice::mesh_command_queue(std::optional<uint8_t> cq_id) const {
    Lock lock;
    return state_->mesh_queue(cq_id.value_or(GetCurrentCommandQueueIdForThread()));
}

MeshTraceId MeshDevice::begin_mesh_trace(MeshCommandQueue& cq) {
    Lock lock;
    return MeshTraceId{state_->traces.begin(cq.queue())};
}

void MeshDevice::begin_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id) {
    Lock lock;
    state_->traces.begin(cq.queue(), *trace_id);
}

void MeshDevice::end_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id) {
    Lock lock;
    state_->traces.end(cq.queue(), *trace_id);
}

void MeshDevice::replay_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id,
                                   bool blocking) {
    Lock lock;
    const PhaseScope phase(Phase::operation);
    state_->traces.replay(cq.queue(), *trace_id, blocking);
}

void MeshDevice::release_mesh_trace(const MeshTraceId& trace_id) {
    Lock lock;
    state_->finish_all();
    state_->traces.release(*trace_id);
}

MeshTraceId MeshDevice::begin_mesh_trace(uint8_t cq_id) {
    return begin_mesh_trace(mesh_command_queue(cq_id));
}
void MeshDevice::begin_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id) {
    begin_mesh_trace(mesh_command_queue(cq_id), trace_id);
}
void MeshDevice::end_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id) {
    end_mesh_trace(mesh_command_queue(cq_id), trace_id);
}
void MeshDevice::replay_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id, bool blocking) {
    replay_mesh_trace(mesh_command_queue(cq_id), trace_id, blocking);
}

std::ostream& operator<<(std::ostream& os, const MeshDevice& mesh_device) {
    return os << mesh_device.to_string();
}

}  // namespace tt::tt_metal::distributed
