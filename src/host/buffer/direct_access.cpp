// Memory and programs without queues: everything before is finished first.
#include <fmt/format.h>

#include <ironbird/phases.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>
#include <tt-metalium/tt_metal_profiler.hpp>

#include "base/fault.hpp"
#include "base/require.hpp"
#include "host/buffer/buffer_state.hpp"
#include "host/device/device_state.hpp"
#include "host/profiler.hpp"
#include "host/program/chip_checks.hpp"
#include "host/queue/runner.hpp"
#include "host/watchers.hpp"

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

namespace {

uint32_t index_of(const ChipLayout& layout, const CoreCoord& core, CoreType type) {
    if (type == CoreType::ETH) {
        check_on_ethernet(layout, CoreRangeSet(CoreRange(core, core)), "an access to L1");
        return layout.core_index({static_cast<uint32_t>(core.y), kEthernetRow});
    }
    if (type != CoreType::WORKER && type != CoreType::TENSIX)
        throw Error(Fault::not_modelled,
                    "only Tensix and Ethernet cores have an L1 that the host can reach");
    if (!layout.plan().contains(logical(core)))
        throw Error(Fault::core_range, fmt::format("there is no core ({},{})", core.x, core.y));
    return layout.core_index(logical(core));
}

// The L1 of a core of the device's first chip, by its number there.
struct CoreOfChip {
    device::Chip& chip;
    uint32_t core;
};
CoreOfChip l1_at(IDevice* device, const CoreCoord& core, uint32_t address, size_t size,
                 CoreType type) {
    const ChipLayout& layout = device->state().chip();
    const uint32_t index = index_of(layout, core, type);
    const uint32_t has = layout.plan().l1_bytes(index);
    if (address + size > has)
        throw Error(Fault::buffer_size,
                    fmt::format("bytes {} to {} are not inside L1, which has {}", address,
                                address + size, has));
    device->state().need_open();
    device->state().machine().runner().drain();
    return {*device->state().slots.front()->chip, index};
}

device::Chip& dram_at(IDevice* device, int channel, uint32_t address, size_t size) {
    const arch::Product& p = device->state().chip().product();
    require(channel >= 0 && static_cast<size_t>(channel) < p.dram.size(), Fault::host_argument,
            "there is no DRAM channel {}", channel);
    if (address + size > p.memory.dram_bank_bytes)
        throw Error(Fault::buffer_size,
                    fmt::format("bytes {} to {} are not inside a DRAM channel of {}", address,
                                address + size, p.memory.dram_bank_bytes));
    device->state().need_open();
    device->state().machine().runner().drain();
    return *device->state().slots.front()->chip;
}

std::span<uint8_t> bytes_of(std::vector<uint32_t>& words) {
    return {reinterpret_cast<uint8_t*>(words.data()), words.size() * sizeof(uint32_t)};
}

[[noreturn]] void no_registers() {
    throw Error(Fault::not_modelled, "registers are not modelled for the host");
}

}  // namespace

namespace detail {

bool DispatchStateCheck(bool) {
    return true;
}

std::string get_platform_architecture_name() {
    return std::string(arch::name(Machine::get().only_chip("the architecture").product().family));
}

void WriteToBuffer(Buffer& buffer, ttsl::Span<const uint8_t> host_buffer) {
    Lock lock;
    const PhaseScope phase(Phase::to_device);
    if (host_buffer.size() > buffer.size())
        throw Error(Fault::buffer_size,
                    fmt::format("{} bytes for a buffer of {}", host_buffer.size(), buffer.size()));
    const auto where = placement_of(buffer);
    buffer.device()->state().machine().runner().drain();
    for (Slot* slot : buffer.device()->state().slots)
        write_bytes(*slot->chip, *where, 0, host_buffer);
}

void ReadFromBuffer(Buffer& buffer, uint8_t* host_buffer) {
    Lock lock;
    const PhaseScope phase(Phase::from_device);
    const auto where = placement_of(buffer);
    buffer.device()->state().machine().runner().drain();
    read_bytes(*buffer.device()->state().slots.front()->chip, *where, 0,
               {host_buffer, buffer.size()});
}

void ReadShard(Buffer& buffer, uint8_t* host_buffer, const uint32_t& core_id) {
    Lock lock;
    const PhaseScope phase(Phase::from_device);
    const auto where = placement_of(buffer);
    buffer.device()->state().machine().runner().drain();
    const auto pages = generate_buffer_page_mapping(buffer);
    require(core_id < pages.core_host_page_indices.size(), Fault::host_argument,
            "there is no shard {}", core_id);
    device::Chip& chip = *buffer.device()->state().slots.front()->chip;
    for (uint32_t page : pages.core_host_page_indices[core_id]) {
        if (page != UncompressedBufferPageMapping::PADDING)
            read_bytes(chip, *where, page * buffer.page_size(), {host_buffer, buffer.page_size()});
        host_buffer += buffer.page_size();
    }
}

bool WriteToDeviceL1(IDevice* device, const CoreCoord& core, uint32_t address,
                     std::span<const uint8_t> host_buffer, CoreType type) {
    Lock lock;
    const CoreOfChip at = l1_at(device, core, address, host_buffer.size(), type);
    at.chip.write_l1(at.core, address, host_buffer);
    return true;
}

bool WriteToDeviceL1(IDevice* device, const CoreCoord& core, uint32_t address,
                     std::vector<uint32_t>& host_buffer, CoreType type) {
    return WriteToDeviceL1(device, core, address, bytes_of(host_buffer), type);
}

bool ReadFromDeviceL1(IDevice* device, const CoreCoord& core, uint32_t address,
                      std::span<uint8_t> host_buffer, CoreType type) {
    Lock lock;
    const CoreOfChip at = l1_at(device, core, address, host_buffer.size(), type);
    at.chip.read_l1(at.core, address, host_buffer);
    return true;
}

bool ReadFromDeviceL1(IDevice* device, const CoreCoord& core, uint32_t address, uint32_t size,
                      std::vector<uint32_t>& host_buffer, CoreType type) {
    host_buffer.assign((size + sizeof(uint32_t) - 1) / sizeof(uint32_t), 0);
    return ReadFromDeviceL1(device, core, address, bytes_of(host_buffer).first(size), type);
}

bool WriteToDeviceDRAMChannel(IDevice* device, int channel, uint32_t address,
                              std::span<const uint8_t> host_buffer) {
    Lock lock;
    dram_at(device, channel, address, host_buffer.size())
        .write_dram(static_cast<uint32_t>(channel), address, host_buffer);
    return true;
}

bool WriteToDeviceDRAMChannel(IDevice* device, int channel, uint32_t address,
                              std::vector<uint32_t>& host_buffer) {
    return WriteToDeviceDRAMChannel(device, channel, address, bytes_of(host_buffer));
}

bool ReadFromDeviceDRAMChannel(IDevice* device, int channel, uint32_t address,
                               std::span<uint8_t> host_buffer) {
    Lock lock;
    dram_at(device, channel, address, host_buffer.size())
        .read_dram(static_cast<uint32_t>(channel), address, host_buffer);
    return true;
}

bool ReadFromDeviceDRAMChannel(IDevice* device, int channel, uint32_t address, uint32_t size,
                               std::vector<uint32_t>& host_buffer) {
    host_buffer.assign((size + sizeof(uint32_t) - 1) / sizeof(uint32_t), 0);
    return ReadFromDeviceDRAMChannel(device, channel, address, bytes_of(host_buffer).first(size));
}

bool WriteRegToDevice(IDevice*, const CoreCoord&, uint32_t, const uint32_t&) {
    no_registers();
}
bool ReadRegFromDevice(IDevice*, const CoreCoord&, uint32_t, uint32_t&) {
    no_registers();
}

void LaunchProgram(IDevice* device, Program& program, bool wait_until_cores_done, bool) {
    Lock lock;
    const PhaseScope phase(Phase::operation);
    Queue& queue = device->state().queue(0);
    queue.begin_call();
    queue.launch(queue.all_chips(), program.state());
    if (wait_until_cores_done) queue.finish({});
}

void LaunchProgram(IDevice* device, const std::shared_ptr<Program>& program,
                   bool wait_until_cores_done, bool force_slow_dispatch) {
    LaunchProgram(device, *program, wait_until_cores_done, force_slow_dispatch);
}

void WaitProgramDone(IDevice* device, Program&, bool) {
    Lock lock;
    const PhaseScope phase(Phase::synchronise);
    device->state().finish_all();
}

void CompileProgram(IDevice* device, Program& program, bool) {
    Lock lock;
    if (device->state().machine().chips_differ())
        check_program(device->state().chip(), program.state());
    place_circular_buffers(program.state(), device->state());
    compile(program.state(), device->state());
}

void WriteRuntimeArgsToDevice(IDevice*, Program&, bool) {}

bool ConfigureDeviceWithProgram(IDevice* device, Program& program, bool) {
    CompileProgram(device, program);
    return true;
}

uint32_t EncodePerDeviceProgramID(uint32_t base_program_id, uint32_t device_id,
                                  bool is_host_fallback_op) {
    return base_program_id << 11 | device_id << 1 | (is_host_fallback_op ? 1u : 0u);
}

void InitDeviceProfiler(IDevice*) {}
void ProfilerSync(ProfilerSyncState) {}

void ReadDeviceProfilerResults(IDevice* device, ProfilerReadState,
                               const std::optional<ProfilerOptionalMetadata>&) {
    Lock lock;
    device->state().finish_all();
    Machine& machine = device->state().machine();
    if (Profiler* profiler = machine.watchers().profiler()) profiler->dump(machine);
}

}  // namespace detail

void ReadMeshDeviceProfilerResults(distributed::MeshDevice& mesh_device, ProfilerReadState state,
                                   const std::optional<ProfilerOptionalMetadata>& metadata) {
    detail::ReadDeviceProfilerResults(&mesh_device, state, metadata);
}

}  // namespace tt::tt_metal

const std::string& ProfilerOptionalMetadata::get_op_name(tt::ChipId device_id,
                                                         RuntimeID runtime_id) const {
    static const std::string none;
    const auto at = names_.find({device_id, runtime_id});
    return at == names_.end() ? none : at->second;
}
