// Direct access to a device's memory and programs without queues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/cluster.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/device_types.hpp>
#include <tt-metalium/dispatch_core_common.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt_stl/assert.hpp>
#include <tt_stl/span.hpp>
#include <vector>

namespace tt::tt_metal {

class Program;

namespace detail {

bool DispatchStateCheck(bool isFastDispatch);

std::map<ChipId, IDevice*> CreateDevices(
    const std::vector<ChipId>& device_ids, uint8_t num_hw_cqs = 1,
    size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
    size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE,
    const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
    const std::vector<uint32_t>& l1_bank_remap = {}, size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE,
    bool init_profiler = true, bool ignored = false, bool initialize_fabric_and_dispatch_fw = true);
void CloseDevices(const std::map<ChipId, IDevice*>& devices);
void ReleaseOwnership();
IDevice* GetActiveDevice(ChipId device_id);
std::string get_platform_architecture_name();

// All of these wait for the device first and then act at once.

void WriteToBuffer(Buffer& buffer, ttsl::Span<const uint8_t> host_buffer);
void ReadFromBuffer(Buffer& buffer, uint8_t* host_buffer);
void ReadShard(Buffer& buffer, uint8_t* host_buffer, const uint32_t& core_id);

template <typename DType>
void WriteToBuffer(Buffer& buffer, const std::vector<DType>& host_buffer) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(host_buffer.data());
    WriteToBuffer(buffer, ttsl::Span<const uint8_t>(bytes, host_buffer.size() * sizeof(DType)));
}

template <typename DType>
void WriteToBuffer(const std::shared_ptr<Buffer>& buffer, const std::vector<DType>& host_buffer) {
    WriteToBuffer(*buffer, host_buffer);
}

template <typename DType>
void ReadFromBuffer(Buffer& buffer, std::vector<DType>& host_buffer) {
    TT_FATAL(buffer.size() % sizeof(DType) == 0, "{} bytes are no whole number of {}-byte elements",
             buffer.size(), sizeof(DType));
    host_buffer.resize(buffer.size() / sizeof(DType));
    ReadFromBuffer(buffer, reinterpret_cast<uint8_t*>(host_buffer.data()));
}

template <typename DType>
void ReadFromBuffer(const std::shared_ptr<Buffer>& buffer, std::vector<DType>& host_buffer) {
    ReadFromBuffer(*buffer, host_buffer);
}

template <typename DType>
void ReadShard(Buffer& buffer, std::vector<DType>& host_buffer, const uint32_t& core_id) {
    host_buffer.resize(buffer.page_size() * buffer.shard_spec().num_pages() / sizeof(DType));
    ReadShard(buffer, reinterpret_cast<uint8_t*>(host_buffer.data()), core_id);
}

bool WriteToDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address,
                     std::span<const uint8_t> host_buffer, CoreType core_type = CoreType::WORKER);
bool WriteToDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address,
                     std::vector<uint32_t>& host_buffer, CoreType core_type = CoreType::WORKER);
bool ReadFromDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address,
                      std::span<uint8_t> host_buffer, CoreType core_type = CoreType::WORKER);
bool ReadFromDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address,
                      uint32_t size, std::vector<uint32_t>& host_buffer,
                      CoreType core_type = CoreType::WORKER);

bool WriteToDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address,
                              std::span<const uint8_t> host_buffer);
bool WriteToDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address,
                              std::vector<uint32_t>& host_buffer);
bool ReadFromDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address,
                               std::span<uint8_t> host_buffer);
bool ReadFromDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address, uint32_t size,
                               std::vector<uint32_t>& host_buffer);

// Registers are not modelled for the host: refused.
bool WriteRegToDevice(IDevice* device, const CoreCoord& logical_core, uint32_t address,
                      const uint32_t& regval);
bool ReadRegFromDevice(IDevice* device, const CoreCoord& logical_core, uint32_t address,
                       uint32_t& regval);

// Runs the program on queue 0 after everything before it.
void LaunchProgram(IDevice* device, Program& program, bool wait_until_cores_done = true,
                   bool force_slow_dispatch = false);
void LaunchProgram(IDevice* device, const std::shared_ptr<Program>& program,
                   bool wait_until_cores_done = true, bool force_slow_dispatch = false);
void WaitProgramDone(IDevice* device, Program& program, bool read_device_profiler_results = true);
void CompileProgram(IDevice* device, Program& program, bool force_slow_dispatch = false);

// Part of every launch here; kept so that older programs link.
void WriteRuntimeArgsToDevice(IDevice* device, Program& program, bool force_slow_dispatch = false);
bool ConfigureDeviceWithProgram(IDevice* device, Program& program,
                                bool force_slow_dispatch = false);

uint32_t EncodePerDeviceProgramID(uint32_t base_program_id, uint32_t device_id,
                                  bool is_host_fallback_op = false);

}  // namespace detail
}  // namespace tt::tt_metal
