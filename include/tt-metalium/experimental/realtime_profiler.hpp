// Start and end of every program as soon as they are known, for callbacks of the host program.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace tt::tt_metal::experimental {

struct ProgramRealtimeRecord {
    uint32_t runtime_id;  // Program::set_runtime_id, or the program's own number
    uint32_t chip_id;
    uint64_t start_timestamp, end_timestamp;           // cycles of the chip's clock
    double frequency;                                  // cycles in a nanosecond
    std::span<const std::string_view> kernel_sources;  // valid until the process ends
};

struct ProgramRealtimeRecordBatch {
    std::span<const ProgramRealtimeRecord> records;  // oldest first; valid during the call
    uint64_t dropped;                                // always 0 here
};

using ProgramRealtimeProfilerCallback = std::function<void(const ProgramRealtimeRecordBatch&)>;
using ProgramRealtimeProfilerCallbackHandle = uint64_t;

// Called on the thread that waits for the programs, before its wait returns; never with an empty
// batch.
ProgramRealtimeProfilerCallbackHandle RegisterProgramRealtimeProfilerCallback(
    ProgramRealtimeProfilerCallback callback);
void UnregisterProgramRealtimeProfilerCallback(ProgramRealtimeProfilerCallbackHandle handle);

// Whether a device is open: there is nothing else that it needs.
bool IsProgramRealtimeProfilerActive();

}  // namespace tt::tt_metal::experimental
