// The Ethernet core of a router: carries out on the NoC and the cable what the router decides.
#pragma once

#include <memory>

#include "fabric/router.hpp"

namespace ironbird::device {

class Core;

// A transaction of a router names this as its processor.
inline constexpr std::uint8_t kRouterProcessor = 7;

// Owned by its core's port while a fabric is running.
class RouterOfCore final : public fabric::RouterCore {
 public:
    RouterOfCore(Core& core, const fabric::RouterPlan& plan) : core_(core), router(*this, plan) {}

    std::uint8_t* memory() override;
    void wake(Cycles time) override;
    bool answers(std::uint64_t address, std::uint32_t bytes) const override;
    void issue(Cycles time, const fabric::NocRequest& request) override;
    Cycles cable_free() const override;
    void send_packet(Cycles time, std::uint32_t from, std::uint32_t to,
                     std::uint32_t bytes) override;
    void send_credit(Cycles time, std::uint32_t channel) override;
    void refuse(Misuse misuse, Cycles time, std::string what, std::string why) override;
    void connected(Cycles time, std::uint64_t worker, bool open) override;

    std::uint32_t writer = 0;  // processor whose word has landed

 private:
    Core& core_;

 public:
    fabric::Router router;  // after what it uses
};

}  // namespace ironbird::device
