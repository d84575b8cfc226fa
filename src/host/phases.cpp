// The time of the calling threads by phase.
#include <chrono>
#include <ironbird/phases.hpp>
#include <mutex>

#include "host/device/machine.hpp"
#include "host/queue/runner.hpp"

namespace ironbird::host {
namespace {

using Clock = std::chrono::steady_clock;

// How far the machine has come: what the host has asked for, what chips and queues have done.
double modelled_now() {
    if (!Machine::exists()) return 0;
    const Lock lock;
    return Machine::get().runner().seconds();
}

struct Begun {
    std::uint32_t depth = 0;
    Phase phase{};
    Clock::time_point wall;
    double modelled = 0;
};
thread_local Begun begun;

struct Sums {
    std::mutex mutex;
    Phases phases;
};
Sums& sums() {
    static auto* s = new Sums;
    return *s;
}

}  // namespace
}  // namespace ironbird::host

using namespace ironbird::host;

void ib_phase_begin(ironbird::Phase phase) {
    if (begun.depth++ != 0) return;
    begun.phase = phase;
    begun.modelled = modelled_now();
    begun.wall = Clock::now();
}

void ib_phase_end() {
    if (--begun.depth != 0) return;
    const double wall = std::chrono::duration<double>(Clock::now() - begun.wall).count();
    const double modelled = modelled_now() - begun.modelled;
    const std::lock_guard held(sums().mutex);
    ironbird::PhaseTime& time = sums().phases.of[static_cast<std::size_t>(begun.phase)];
    time.calls++;
    time.wall += wall;
    time.modelled += modelled;
}

void ib_phases(ironbird::Phases* so_far) {
    const std::lock_guard held(sums().mutex);
    *so_far = sums().phases;
}
