// The fabric of this process: how it is configured, and its routers on the chips that are open.
#pragma once

#include <optional>
#include <string>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <vector>

#include "fabric/grid.hpp"
#include "fabric/tables.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {

// One for each process, guarded by Lock. Chips are numbered as upstream's fabric does: row by row
// over the cluster, whatever their devices are called.
class FabricHost {
 public:
    static FabricHost& get();

    void configure(tt::tt_fabric::FabricConfig config, std::optional<std::uint8_t> planes,
                   const tt::tt_fabric::FabricRouterConfig& router);
    tt::tt_fabric::FabricConfig config() const { return config_; }
    bool enabled() const { return config_ != tt::tt_fabric::FabricConfig::DISABLED; }

    // What all routers have in common; throws usage while the fabric is disabled.
    const fabric::Setup& setup() const;
    const fabric::Grid& grid() const;
    // Lines that go before every kernel.
    std::string prologue() const;

    // Devices have been opened or closed: routers run on all cables between chips that are open.
    void restart(Machine& machine);
    bool runs_on(const Slot& slot) const;

    // ---- queries
    std::uint32_t chip_of(std::uint32_t device) const;
    std::uint32_t device_of(std::uint32_t chip) const;
    // The channels to that side that routers run on, by routing plane; none at an edge.
    std::vector<std::uint8_t> channels(std::uint32_t chip, arch::Direction side) const;
    // To which side a packet for a chip leaves; on a line only neighbours can be named.
    std::optional<arch::Direction> towards(std::uint32_t from, std::uint32_t to) const;

 private:
    fabric::RouterPlan plan_of(const Slot& slot, arch::Direction side, std::uint32_t plane) const;
    void start(Slot& slot);
    bool both_open(std::uint32_t chip, arch::Direction side) const;

    tt::tt_fabric::FabricConfig config_ = tt::tt_fabric::FabricConfig::DISABLED;
    std::optional<std::uint8_t> planes_;
    std::optional<fabric::Grid> grid_;
    fabric::Setup setup_;
    std::vector<bool> open_;  // by device
};

}  // namespace ironbird::host
