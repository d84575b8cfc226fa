// What a device is made of, be it a chip, a mesh, or a chip seen as part of a mesh.
#pragma once

#include <memory>
#include <optional>
#include <tt-metalium/command_queue.hpp>
#include <tt-metalium/mesh_command_queue.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/program_cache.hpp>
#include <vector>

#include "host/device/machine.hpp"
#include "host/device/sub_devices.hpp"
#include "host/queue/queue.hpp"
#include "host/queue/trace.hpp"

namespace ironbird::host {

struct DeviceSettings {
    MemorySizes memory;
    std::size_t queues = 1;
};

struct DeviceState : std::enable_shared_from_this<DeviceState> {
    tt::tt_metal::IDevice* face = nullptr;
    int id = 0;
    bool is_mesh = false;
    bool open = false;
    tt::tt_metal::program_cache::detail::ProgramCache program_cache;
    DeviceSettings settings;
    std::vector<Slot*> slots;  // row by row

    // A mesh and its members share one.
    std::shared_ptr<SubDevices> sub_devices;

    std::vector<std::unique_ptr<Queue>> queues;
    std::vector<std::unique_ptr<tt::tt_metal::distributed::MeshCommandQueue>> mesh_queues;
    std::vector<std::unique_ptr<tt::tt_metal::CommandQueue>> command_queues;
    Traces traces;

    // Meshes only.
    std::optional<tt::tt_metal::distributed::MeshShape> shape;
    std::vector<std::unique_ptr<tt::tt_metal::IDevice>> members;
    std::optional<tt::tt_metal::distributed::MeshDeviceView> view;
    std::shared_ptr<tt::tt_metal::distributed::MeshDevice> parent;
    std::vector<std::weak_ptr<tt::tt_metal::distributed::MeshDevice>> submeshes;
    // Members only: the mesh that they belong to.
    tt::tt_metal::distributed::MeshDevice* mesh = nullptr;

    // What kind of chip it is; all chips of a mesh are of one kind.
    const ChipLayout& chip() const { return *slots.front()->layout; }
    Machine& machine() const { return slots.front()->machine; }

    std::shared_ptr<DeviceMemory> memory_for(std::optional<SubDeviceId> sub_device) const;
    Queue& queue(std::size_t id);
    tt::tt_metal::distributed::MeshCommandQueue& mesh_queue(std::size_t id);
    tt::tt_metal::CommandQueue& command_queue(std::size_t id);

    void need_open() const;
    // Waits for all queues of the device and of its members.
    void finish_all();
    // Waits, then frees everything that lives on the device.
    bool close();

    static std::shared_ptr<tt::tt_metal::distributed::MeshDevice> make_mesh(
        const tt::tt_metal::distributed::MeshShape& shape, const std::vector<int>& ids,
        const DeviceSettings& settings);
    static std::unique_ptr<tt::tt_metal::IDevice> make_chip(int id, const DeviceSettings& settings);
    // The chip as it is open, by itself or in a mesh (the first that opened it), or none.
    static tt::tt_metal::IDevice* open_chip(int id);
};

// A chip as a device of its own or as a member of a mesh.
class ChipDevice final : public tt::tt_metal::IDevice {
 public:
    ChipDevice(Slot& slot, const DeviceSettings& settings, std::shared_ptr<SubDevices> sub_devices);
    ~ChipDevice() override;
};

// Throws if no such device can exist.
void need_device_id(int id);

}  // namespace ironbird::host
