// Opening, closing and the queues of devices.
#include "host/device/device_state.hpp"

#include <fmt/format.h>

#include <cstring>

#include "base/fault.hpp"
#include "base/require.hpp"
#include "host/device/system.hpp"
#include "host/fabric/fabric.hpp"
#include "host/queue/runner.hpp"

namespace ironbird::host {
namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

constexpr std::size_t kMaxQueues = 2;  // upstream's MAX_NUM_HW_CQS

Slot& open_slot(int id) {
    need_device_id(id);
    Machine& machine = Machine::get();
    Slot& slot = machine.slot(static_cast<std::uint32_t>(id));
    if (machine.options().clear_dram && slot.users == 0) machine.replace_chip(slot);
    if (machine.options().clear_l1) slot.chip->clear_l1();
    slot.users++;
    return slot;
}

void check(const DeviceSettings& s) {
    require(s.queues >= 1 && s.queues <= kMaxQueues, Fault::host_argument,
            "{} command queues: there may be 1 to {}", s.queues, kMaxQueues);
}

// The layout that all of these devices have.
const ChipLayout& one_kind(const std::vector<int>& ids) {
    const Machine& machine = Machine::get();
    for (const int id : ids) need_device_id(id);
    const auto layout = [&](int id) { return &machine.layout(static_cast<std::uint32_t>(id)); };
    for (const int id : ids)
        if (layout(id) != layout(ids.front()))
            throw Error(
                Fault::chips_differ, "a mesh cannot have different chips", {},
                fmt::format("device {} is {}, device {} is {}", ids.front(),
                            layout(ids.front())->product().name, id, layout(id)->product().name));
    return *layout(ids.front());
}

}  // namespace

void need_device_id(int id) {
    const std::uint32_t limit = device_limit();
    if (id < 0 || static_cast<std::uint32_t>(id) >= limit)
        throw Error(Fault::usage, fmt::format("there is no device {}", id), {},
                    fmt::format("the machine has devices 0 to {}; IRONBIRD_MESH=RxC and "
                                "TT_METAL_VISIBLE_DEVICES say which",
                                limit - 1));
}

std::shared_ptr<DeviceMemory> DeviceState::memory_for(std::optional<SubDeviceId> part) const {
    if (!part) return sub_devices->memory();
    sub_devices->part(*part);
    const auto& local = sub_devices->active().local[**part];
    require(local != nullptr, Fault::sub_device, "sub-device {} has no L1 of its own",
            static_cast<int>(**part));
    return local;
}

void DeviceState::need_open() const {
    require(open, Fault::device_open, "device {} is closed", id);
}

Queue& DeviceState::queue(std::size_t n) {
    need_open();
    require(n < settings.queues, Fault::unknown_handle,
            "command queue {} was not asked for: there are {}", n, settings.queues);
    while (queues.size() <= n)
        queues.push_back(std::make_unique<Queue>(*this, static_cast<std::uint32_t>(queues.size())));
    return *queues[n];
}

MeshCommandQueue& DeviceState::mesh_queue(std::size_t n) {
    queue(n);
    while (mesh_queues.size() <= n)
        mesh_queues.push_back(std::make_unique<MeshCommandQueue>(static_cast<MeshDevice*>(face),
                                                                 *queues[mesh_queues.size()]));
    return *mesh_queues[n];
}

CommandQueue& DeviceState::command_queue(std::size_t n) {
    queue(n);
    while (command_queues.size() <= n)
        command_queues.push_back(
            std::make_unique<CommandQueue>(face, *queues[command_queues.size()]));
    return *command_queues[n];
}

void DeviceState::finish_all() {
    for (const auto& member : members) member->state().finish_all();
    for (const auto& q : queues) q->finish_everything();
}

bool DeviceState::close() {
    Lock lock;
    if (!open) return false;
    std::exception_ptr trouble;
    try {
        for (const auto& weak : submeshes)
            if (auto part = weak.lock()) part->close();
        finish_all();
    } catch (...) {
        trouble = std::current_exception();
    }
    // The device is closed even if its last program failed.
    for (const auto& member : members) member->state().open = false;
    open = false;
    traces.clear();
    program_cache.clear();  // what it keeps lies in the memory that goes now
    if (mesh == nullptr) {
        Machine& chips = machine();
        for (Slot* slot : slots) slot->users--;
        FabricHost::get().restart(chips);
        for (const auto& local : sub_devices->active().local)
            if (local) local->release_all();
        sub_devices->memory()->release_all();
    }
    mesh_queues.clear();
    command_queues.clear();
    queues.clear();
    for (const auto& member : members) {
        member->state().command_queues.clear();
        member->state().queues.clear();
    }
    if (trouble) std::rethrow_exception(trouble);
    return true;
}

namespace {

// In the order in which they were made.
std::vector<ChipDevice*>& chip_devices() {
    static auto* all = new std::vector<ChipDevice*>;
    return *all;
}

}  // namespace

IDevice* DeviceState::open_chip(int id) {
    for (ChipDevice* device : chip_devices())
        if (device->state().id == id && device->state().open) return device;
    return nullptr;
}

ChipDevice::ChipDevice(Slot& slot, const DeviceSettings& settings,
                       std::shared_ptr<SubDevices> sub_devices) {
    state_->face = this;
    state_->id = static_cast<int>(slot.id);
    state_->settings = settings;
    state_->slots = {&slot};
    state_->sub_devices = std::move(sub_devices);
    state_->open = true;
    chip_devices().push_back(this);
}

ChipDevice::~ChipDevice() {
    std::erase(chip_devices(), this);
    try {
        if (state_->mesh == nullptr) state_->close();
    } catch (const std::exception& e) {
        Machine::get().fail_later(e);
    }
}

std::shared_ptr<MeshDevice> DeviceState::make_mesh(const MeshShape& shape,
                                                   const std::vector<int>& ids,
                                                   const DeviceSettings& settings) {
    static int next_id = 0;
    check(settings);
    std::shared_ptr<MeshDevice> mesh(new MeshDevice);
    DeviceState& s = mesh->state();
    s.face = mesh.get();
    s.id = next_id++;
    s.is_mesh = true;
    s.settings = settings;
    s.shape = shape;
    s.sub_devices = std::make_shared<SubDevices>(one_kind(ids), settings.memory);
    std::vector<IDevice*> faces;
    for (int id : ids) {
        Slot& slot = open_slot(id);
        s.slots.push_back(&slot);
        s.members.push_back(std::make_unique<ChipDevice>(slot, settings, s.sub_devices));
        s.members.back()->state().mesh = mesh.get();
        faces.push_back(s.members.back().get());
    }
    s.view.emplace(shape, faces);
    s.open = true;
    FabricHost::get().restart(s.machine());
    return mesh;
}

std::unique_ptr<IDevice> DeviceState::make_chip(int id, const DeviceSettings& settings) {
    check(settings);
    auto whole = std::make_shared<SubDevices>(one_kind({id}), settings.memory);
    auto chip = std::make_unique<ChipDevice>(open_slot(id), settings, std::move(whole));
    FabricHost::get().restart(Machine::get());
    return chip;
}

}  // namespace ironbird::host
