// The hazard checker: watches accesses, packets and signals, and finds what breaks the rules of
// order, of circular buffers and of memory. It changes nothing that it sees.
#pragma once

#include <memory>
#include <vector>

#include "check/findings.hpp"
#include "check/hazard/chip_checker.hpp"
#include "device/fault/lines.hpp"
#include "device/observer.hpp"

namespace ironbird::check {

// Owned by the host's watchers. Passes each hook on to the ChipChecker of its chip; all state is by
// node, so that it needs no lock (see device/observer.hpp).
class HazardChecker final : public device::Observer {
 public:
    explicit HazardChecker(Groups groups);
    ~HazardChecker() override;

    // Hands over what was found since the last time; on the host's stack.
    void report(Findings& to);

    void on_chip(const arch::Floorplan& plan, std::uint32_t chip) override;
    void on_launch(const device::LaunchView& launch) override;
    void on_complete(const device::Completion& done) override;
    void on_window() override;
    void on_buffer(std::uint32_t chip, const device::BufferView& buffer, bool live) override;
    void on_host(const device::HostAccess& access) override;
    void on_fabric(std::uint32_t chip, noc::NodeId at, const noc::Transaction& t,
                   const std::uint8_t* bytes) override;
    void on_connection(const device::Connected& c) override;
    void on_start(const device::Actor& who, const device::Processor& p) override;
    void on_end(const device::Actor& who, const device::Processor& p) override;
    void on_access(const device::Actor& who, const device::Access& access) override;
    void on_cb(const device::Actor& who, device::CbAction action, std::uint32_t cb,
               std::uint32_t pages) override;
    void on_cb_asked(const device::Actor& who, bool filled, std::uint32_t cb,
                     std::uint32_t pages) override;
    void on_word(const device::Actor& who, device::WordAction action, std::uint32_t address,
                 std::uint32_t value) override;
    void on_clear_trids(const device::Actor& who, std::uint32_t ids, std::uint32_t noc) override;
    void on_barrier(const device::Actor& who, std::uint32_t waits, std::uint32_t noc,
                    int trid) override;
    void on_mailbox(const device::Actor& who, bool write, std::uint32_t other) override;
    void on_claim(const device::Actor& who, const device::Claim& c) override;
    void on_issue(const device::Actor& who, noc::Transaction& t, const ib_noc& how) override;
    void on_land(noc::NodeId at, noc::Transaction& t, Cycles cycle) override;
    void on_answer(noc::Transaction& t, Cycles cycle) override;

 private:
    std::unique_ptr<ChipChecker>& slot(std::uint32_t chip);

    Groups groups_;
    std::vector<std::unique_ptr<ChipChecker>> chips_;
    device::Lines lines_;
};

}  // namespace ironbird::check
