// An observer that sums up every launch, and keeps all of its events when a profile is asked for.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "device/observer.hpp"
#include "profile/core_log.hpp"
#include "profile/totals.hpp"

namespace ironbird::profile {

struct ChipLog {
    arch::Floorplan plan;
    std::vector<CoreLog> cores;

    explicit ChipLog(const arch::Product& product) : plan(product), cores(plan.cores()) {}
};

// Memory grows with the run only if `events` are kept. A kernel that ran must stay loaded for as
// long as this lives: names of zones and source lines are looked up when they are shown.
class Recorder final : public device::Observer {
 public:
    explicit Recorder(bool events) : keeps_events_(events) {}

    bool keeps_events() const { return keeps_events_; }
    const Totals& totals() const { return totals_; }
    // The launches that run; with events also completed ones, until forget_completed().
    const std::map<device::LaunchId, LaunchRecord>& launches() const { return launches_; }
    const std::vector<std::unique_ptr<ChipLog>>& chips() const { return chips_; }
    // What a program of this id computes, from its next launch on.
    void describe(std::uint64_t program_id, Operation operation) {
        operations_.insert_or_assign(program_id, std::move(operation));
    }
    // Forgets what is over, once it has been written.
    void forget_completed();

    void on_chip(const arch::Floorplan& plan, std::uint32_t chip) override;
    void on_launch(const device::LaunchView& launch) override;
    void on_complete(const device::Completion& completion) override;
    void on_start(const device::Actor& a, const device::Processor& p) override;
    void on_end(const device::Actor& a, const device::Processor& p) override;
    void on_yield(const device::Actor& a) override;
    void on_mark(const device::Actor& a, device::Mark m, const char* site,
                 std::uint64_t data) override;
    void on_stall(const device::Actor& a, const sim::Wait& wait) override;
    void on_cb(const device::Actor& a, device::CbAction action, std::uint32_t cb,
               std::uint32_t pages) override;
    void on_word(const device::Actor& a, device::WordAction action, std::uint32_t address,
                 std::uint32_t value) override;
    void on_barrier(const device::Actor& a, std::uint32_t waits, std::uint32_t noc,
                    int trid) override;
    void on_issue(const device::Actor& a, noc::Transaction& t, const ib_noc& how) override;
    void on_land(noc::NodeId at, noc::Transaction& t, Cycles cycle) override;

 private:
    Trail trail(const device::Actor& a, CoreLog& log);
    CoreLog& core(const device::Actor& a) { return chips_[a.chip]->cores[a.node]; }

    bool keeps_events_;
    std::vector<std::unique_ptr<ChipLog>> chips_;
    std::map<device::LaunchId, LaunchRecord> launches_;
    std::map<std::uint64_t, Operation> operations_;  // by program
    Totals totals_;
};

}  // namespace ironbird::profile
