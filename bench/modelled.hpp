// What a program would take on the card.
#pragma once

#include <tt-metalium/experimental/realtime_profiler.hpp>
#include <utility>

namespace ironbird::bench {

// Of the last program that `work` runs.
template <class Work>
double modelled_seconds(Work&& work) {
    using namespace tt::tt_metal::experimental;
    double seconds = 0;
    const auto handle =
        RegisterProgramRealtimeProfilerCallback([&](const ProgramRealtimeRecordBatch& batch) {
            for (const auto& r : batch.records)
                seconds =
                    static_cast<double>(r.end_timestamp - r.start_timestamp) * 1e-9 / r.frequency;
        });
    std::forward<Work>(work)();
    UnregisterProgramRealtimeProfilerCallback(handle);
    return seconds;
}

}  // namespace ironbird::bench
