// Devices, programs, kernels, buffers and arguments: the calls of both generations of programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/circular_buffer.hpp>
#include <tt-metalium/circular_buffer_config.hpp>
#include <tt-metalium/command_queue.hpp>
#include <tt-metalium/device.hpp>
#include <tt-metalium/dispatch_core_common.hpp>
#include <tt-metalium/event.hpp>
#include <tt-metalium/global_semaphore.hpp>
#include <tt-metalium/kernel_types.hpp>
#include <tt-metalium/profiler_optional_metadata.hpp>
#include <tt-metalium/profiler_types.hpp>
#include <tt-metalium/program.hpp>
#include <tt-metalium/runtime_args_data.hpp>
#include <tt-metalium/sub_device_types.hpp>
#include <tt-metalium/tt_align.hpp>
#include <tt-metalium/util.hpp>
#include <tt_stl/assert.hpp>
#include <tt_stl/fmt.hpp>
#include <tt_stl/span.hpp>
#include <variant>
#include <vector>

namespace tt::tt_metal {

namespace distributed {
class MeshDevice;
}

class MeshTensor;

using CoreSpec = std::variant<CoreCoord, CoreRange, CoreRangeSet>;

// ---- the system ------------------------------------------------------------------------------

// Root for relative kernel paths, unless TT_METAL_RUNTIME_ROOT is set.
void SetRootDir(const std::string& root_dir);
size_t GetNumAvailableDevices();
size_t GetNumPCIeDevices();
ChipId GetPCIeDeviceID(ChipId device_id);
bool IsGalaxyCluster();

// ---- devices one by one ----------------------------------------------------------------------

IDevice* CreateDevice(ChipId device_id, uint8_t num_hw_cqs = 1,
                      size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
                      size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE,
                      const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
                      const std::vector<uint32_t>& l1_bank_remap = {},
                      size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);
IDevice* CreateDeviceMinimal(ChipId device_id, uint8_t num_hw_cqs = 1,
                             const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{});
bool CloseDevice(IDevice* device);

// ---- programs --------------------------------------------------------------------------------

Program CreateProgram();

// The file must exist; it is compiled when the program is first enqueued.
KernelHandle CreateKernel(
    Program& program, const std::string& file_name, const CoreSpec& core_spec,
    const std::variant<DataMovementConfig, ComputeConfig, EthernetConfig>& config);
KernelHandle CreateKernelFromString(
    Program& program, const std::string& kernel_src_code, const CoreSpec& core_spec,
    const std::variant<DataMovementConfig, ComputeConfig, EthernetConfig>& config);

CBHandle CreateCircularBuffer(Program& program, const CoreSpec& core_spec,
                              const CircularBufferConfig& config);
const CircularBufferConfig& GetCircularBufferConfig(Program& program, CBHandle cb_handle);
void UpdateCircularBufferTotalSize(Program& program, CBHandle cb_handle, uint32_t total_size);
void UpdateCircularBufferPageSize(Program& program, CBHandle cb_handle, uint8_t buffer_index,
                                  uint32_t page_size);
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle cb_handle, const Buffer& buffer);
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle cb_handle, const Buffer& buffer,
                                        uint32_t address_offset);
void UpdateDynamicCircularBufferAddressAndTotalSize(Program& program, CBHandle cb_handle,
                                                    const Buffer& buffer, uint32_t total_size);
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle cb_handle,
                                        const MeshTensor& tensor);
void UpdateDynamicCircularBufferAddressAndTotalSize(Program& program, CBHandle cb_handle,
                                                    const MeshTensor& tensor, uint32_t total_size);

// Returns the id that kernels hand to get_semaphore().
uint32_t CreateSemaphore(Program& program, const std::variant<CoreRange, CoreRangeSet>& core_spec,
                         uint32_t initial_value, CoreType core_type = CoreType::WORKER);
GlobalSemaphore CreateGlobalSemaphore(distributed::MeshDevice& device, CoreRangeSet cores,
                                      uint32_t initial_value,
                                      BufferType buffer_type = BufferType::L1);
GlobalSemaphore CreateGlobalSemaphore(IDevice* device, const CoreRangeSet& cores,
                                      uint32_t initial_value,
                                      BufferType buffer_type = BufferType::L1);

// ---- arguments -------------------------------------------------------------------------------

// Once set, the number of arguments on a core stays as it is.
void SetRuntimeArgs(const Program& program, KernelHandle kernel, const CoreSpec& core_spec,
                    ttsl::Span<const uint32_t> runtime_args);
void SetRuntimeArgs(const Program& program, KernelHandle kernel, const CoreSpec& core_spec,
                    std::initializer_list<uint32_t> runtime_args);
void SetRuntimeArgs(const Program& program, KernelHandle kernel,
                    const std::vector<CoreCoord>& core_spec,
                    const std::vector<std::vector<uint32_t>>& runtime_args);
void SetCommonRuntimeArgs(const Program& program, KernelHandle kernel_id,
                          ttsl::Span<const uint32_t> runtime_args);
void SetCommonRuntimeArgs(const Program& program, KernelHandle kernel_id,
                          std::initializer_list<uint32_t> runtime_args);

// Writable views; a change takes effect at the next enqueue.
RuntimeArgsData& GetRuntimeArgs(const Program& program, KernelHandle kernel_id,
                                const CoreCoord& logical_core);
std::vector<std::vector<RuntimeArgsData>>& GetRuntimeArgs(const Program& program,
                                                          KernelHandle kernel_id);  // [x][y]
RuntimeArgsData& GetCommonRuntimeArgs(const Program& program, KernelHandle kernel_id);

// ---- buffers on one device -------------------------------------------------------------------

std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config);
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config, DeviceAddr address);
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config,
                                     SubDeviceId sub_device_id);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, DeviceAddr address);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, SubDeviceId sub_device_id);
void DeallocateBuffer(Buffer& buffer);
// The program keeps the buffer alive.
void AssignGlobalBufferToProgram(const std::shared_ptr<Buffer>& buffer, Program& program);

// ---- queues of one device, as programs of 2025 use them --------------------------------------

using BufferArg = std::variant<std::reference_wrapper<Buffer>, std::shared_ptr<Buffer>>;

void EnqueueWriteBuffer(CommandQueue& cq, const BufferArg& buffer, HostDataType src, bool blocking);
void EnqueueReadBuffer(CommandQueue& cq, const BufferArg& buffer, void* dst, bool blocking);
void EnqueueWriteSubBuffer(CommandQueue& cq, const BufferArg& buffer, HostDataType src,
                           const BufferRegion& region, bool blocking);
void EnqueueReadSubBuffer(CommandQueue& cq, const BufferArg& buffer, void* dst,
                          const BufferRegion& region, bool blocking);
void EnqueueProgram(CommandQueue& cq, Program& program, bool blocking);
void Finish(CommandQueue& cq, ttsl::Span<const SubDeviceId> sub_device_ids = {});
void Synchronize(IDevice* device, std::optional<uint8_t> cq_id = std::nullopt,
                 ttsl::Span<const SubDeviceId> sub_device_ids = {});

void EnqueueRecordEvent(CommandQueue& cq, const std::shared_ptr<Event>& event,
                        ttsl::Span<const SubDeviceId> sub_device_ids = {});
void EnqueueWaitForEvent(CommandQueue& cq, const std::shared_ptr<Event>& event);
void EventSynchronize(const std::shared_ptr<Event>& event);
bool EventQuery(const std::shared_ptr<Event>& event);

uint32_t BeginTraceCapture(IDevice* device, uint8_t cq_id);
void EndTraceCapture(IDevice* device, uint8_t cq_id, uint32_t trace_id);
void ReplayTrace(IDevice* device, uint8_t cq_id, uint32_t trace_id, bool blocking);
void ReleaseTrace(IDevice* device, uint32_t trace_id);
void EnqueueTrace(CommandQueue& cq, uint32_t trace_id, bool blocking);

template <typename DType>
void EnqueueWriteBuffer(CommandQueue& cq, const BufferArg& buffer, std::vector<DType>& src,
                        bool blocking) {
    EnqueueWriteBuffer(cq, buffer, static_cast<const void*>(src.data()), blocking);
}

template <typename DType>
void EnqueueWriteSubBuffer(CommandQueue& cq, const BufferArg& buffer, std::vector<DType>& src,
                           const BufferRegion& region, bool blocking) {
    EnqueueWriteSubBuffer(cq, buffer, static_cast<const void*>(src.data()), region, blocking);
}

template <typename DType>
void EnqueueReadBuffer(CommandQueue& cq, Buffer& buffer, std::vector<DType>& dst, bool blocking) {
    dst.resize(buffer.size() / sizeof(DType));
    EnqueueReadBuffer(cq, BufferArg(buffer), static_cast<void*>(dst.data()), blocking);
}

template <typename DType>
void EnqueueReadBuffer(CommandQueue& cq, const std::shared_ptr<Buffer>& buffer,
                       std::vector<DType>& dst, bool blocking) {
    EnqueueReadBuffer(cq, *buffer, dst, blocking);
}

template <typename DType>
void EnqueueReadSubBuffer(CommandQueue& cq, Buffer& buffer, std::vector<DType>& dst,
                          const BufferRegion& region, bool blocking) {
    dst.resize(region.size / sizeof(DType));
    EnqueueReadSubBuffer(cq, BufferArg(buffer), static_cast<void*>(dst.data()), region, blocking);
}

template <typename DType>
void EnqueueReadSubBuffer(CommandQueue& cq, const std::shared_ptr<Buffer>& buffer,
                          std::vector<DType>& dst, const BufferRegion& region, bool blocking) {
    EnqueueReadSubBuffer(cq, *buffer, dst, region, blocking);
}

// ---- profiler, and the queue that this thread means by default -------------------------------

void ReadMeshDeviceProfilerResults(distributed::MeshDevice& mesh_device,
                                   ProfilerReadState state = ProfilerReadState::NORMAL,
                                   const std::optional<ProfilerOptionalMetadata>& metadata = {});

void PushCurrentCommandQueueIdForThread(uint8_t cq_id);
uint8_t PopCurrentCommandQueueIdForThread();
uint8_t GetCurrentCommandQueueIdForThread();

}  // namespace tt::tt_metal
