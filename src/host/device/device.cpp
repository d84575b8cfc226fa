// IDevice: state, memory and sub-devices.
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/device.hpp>
#include <tt-metalium/sub_device.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"
#include "host/queue/runner.hpp"

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

IDevice::IDevice() : state_(std::make_shared<DeviceState>()) {}
IDevice::~IDevice() = default;

ChipId IDevice::id() const {
    return state_->id;
}
ChipId IDevice::build_id() const {
    return state_->id;
}
bool IDevice::is_initialized() const {
    return state_->open;
}
bool IDevice::is_mmio_capable() const {
    return true;
}
uint8_t IDevice::num_hw_cqs() const {
    return static_cast<uint8_t>(state_->settings.queues);
}
bool IDevice::close() {
    return state_->close();
}

std::shared_ptr<distributed::MeshDevice> IDevice::get_mesh_device() {
    if (state_->is_mesh) return static_cast<distributed::MeshDevice*>(this)->shared_from_this();
    return state_->mesh == nullptr ? nullptr : state_->mesh->shared_from_this();
}

CommandQueue& IDevice::command_queue(size_t cq_id) {
    Lock lock;
    return state_->command_queue(cq_id);
}

const std::unique_ptr<Allocator>& IDevice::allocator() const {
    return state_->memory_for(std::nullopt)->face();
}

const std::unique_ptr<Allocator>& IDevice::allocator(SubDeviceId sub_device_id) const {
    return state_->memory_for(sub_device_id)->face();
}

std::optional<DeviceAddr> IDevice::lowest_occupied_compute_l1_address() const {
    return state_->sub_devices->lowest_l1({});
}

std::optional<DeviceAddr> IDevice::lowest_occupied_compute_l1_address(
    ttsl::Span<const SubDeviceId> sub_device_ids) const {
    return state_->sub_devices->lowest_l1(sub_device_ids);
}

uint32_t IDevice::get_trace_buffers_size() const {
    return state_->traces.bytes();
}

SubDeviceManagerId IDevice::create_sub_device_manager(ttsl::Span<const SubDevice> sub_devices,
                                                      DeviceAddr local_l1_size) {
    Lock lock;
    state_->need_open();
    return state_->sub_devices->create(sub_devices, local_l1_size);
}

SubDeviceManagerId IDevice::create_sub_device_manager(std::initializer_list<SubDevice> sub_devices,
                                                      DeviceAddr local_l1_size) {
    return create_sub_device_manager(
        ttsl::Span<const SubDevice>(sub_devices.begin(), sub_devices.size()), local_l1_size);
}

void IDevice::load_sub_device_manager(SubDeviceManagerId id) {
    Lock lock;
    state_->finish_all();
    state_->sub_devices->load(id);
}

void IDevice::clear_loaded_sub_device_manager() {
    load_sub_device_manager(SubDevices::default_id());
}

void IDevice::remove_sub_device_manager(SubDeviceManagerId id) {
    Lock lock;
    state_->sub_devices->remove(id);
}

SubDeviceManagerId IDevice::get_active_sub_device_manager_id() const {
    return state_->sub_devices->active_id();
}

SubDeviceManagerId IDevice::get_default_sub_device_manager_id() const {
    return SubDevices::default_id();
}

uint32_t IDevice::num_sub_devices() const {
    return static_cast<uint32_t>(state_->sub_devices->active().parts.size());
}

const std::vector<SubDeviceId>& IDevice::get_sub_device_ids() const {
    return state_->sub_devices->active().ids;
}

const std::vector<SubDeviceId>& IDevice::get_sub_device_stall_group() const {
    return state_->sub_devices->active().stall_group;
}

void IDevice::set_sub_device_stall_group(ttsl::Span<const SubDeviceId> ids) {
    Lock lock;
    require(!ids.empty(), Fault::sub_device, "a stall group needs at least one sub-device");
    for (SubDeviceId id : ids) state_->sub_devices->part(id);
    state_->sub_devices->active().stall_group.assign(ids.begin(), ids.end());
}

void IDevice::reset_sub_device_stall_group() {
    Lock lock;
    Division& division = state_->sub_devices->active();
    division.stall_group = division.ids;
}

CoreRangeSet IDevice::worker_cores(HalProgrammableCoreType core_type, SubDeviceId id) const {
    return state_->sub_devices->part(id).cores(core_type);
}

uint32_t IDevice::num_worker_cores(HalProgrammableCoreType core_type, SubDeviceId id) const {
    return worker_cores(core_type, id).num_cores();
}

program_cache::detail::ProgramCache& IDevice::get_program_cache() {
    return state_->program_cache;
}
void IDevice::enable_program_cache() {
    state_->program_cache.enable();
}
void IDevice::disable_and_clear_program_cache() {
    state_->program_cache.clear();
    state_->program_cache.disable();
}
void IDevice::clear_program_cache() {
    state_->program_cache.clear();
}
void IDevice::set_program_cache_misses_allowed(bool allowed) {
    state_->program_cache.set_cache_misses_allowed(allowed);
}
std::size_t IDevice::num_program_cache_entries() {
    return state_->program_cache.num_entries();
}

}  // namespace tt::tt_metal
