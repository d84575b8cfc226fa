// Profiler calls on one device.
#pragma once

#include <optional>
#include <tt-metalium/profiler_optional_metadata.hpp>
#include <tt-metalium/profiler_types.hpp>

namespace tt::tt_metal {

class IDevice;

namespace detail {

void InitDeviceProfiler(IDevice* device);
void ProfilerSync(ProfilerSyncState state);

// Waits for the device, so that everything recorded so far is complete.
void ReadDeviceProfilerResults(IDevice* device, ProfilerReadState state = ProfilerReadState::NORMAL,
                               const std::optional<ProfilerOptionalMetadata>& metadata = {});

}  // namespace detail
}  // namespace tt::tt_metal
