// A core at the start and at the end of a launch.
#include "profile/core_log.hpp"

#include <numeric>

namespace ironbird::profile {

void CoreLog::begin(const device::CoreLaunch& plan, std::uint64_t start) {
    for (ProcessorLog& lane : processors) lane.kernel = nullptr;
    cbs.fill({});
    for (const device::CbSetup& cb : plan.cbs) cbs[cb.index].pages = cb.size / cb.page_size;
    signals.clear();
    bank_bytes = {};
    link_bytes = multicast_link_bytes = 0;
    work = {};
    fidelity = 0xff;
    launched = start;
}

std::uint64_t CoreLog::end() const {
    std::uint64_t last = 0;
    for (const ProcessorLog& lane : processors)
        if (lane.kernel != nullptr) last = std::max(last, lane.end);
    return last;
}

std::uint64_t CoreLog::busy() const {
    std::uint64_t most = 0;
    for (const ProcessorLog& lane : processors) {
        if (lane.kernel == nullptr) continue;
        const std::uint64_t waits =
            std::accumulate(lane.stalled.begin(), lane.stalled.end(), std::uint64_t{0});
        most = std::max(most, lane.busy() - std::min(lane.busy(), waits));
    }
    return most;
}

}  // namespace ironbird::profile
