// The Ethernet core of a router: carries out on the NoC and the cable what the router decides.
#pragma once

#include <cstdint>
#include <vector>

#include "fabric/router.hpp"
#include "noc/pool.hpp"

namespace ironbird::device {

class Core;

// A transaction of a router names this as its processor.
inline constexpr std::uint8_t kRouterProcessor = 7;

// Owned by its core's port while a fabric is running.
class RouterOfCore final : public fabric::RouterCore {
 public:
    RouterOfCore(Core& core, const fabric::RouterPlan& plan);

    std::uint8_t* memory() override;
    void wake(Cycles time) override;
    bool answers(std::uint64_t address, std::uint32_t bytes) const override;
    Cycles issue(Cycles time, const fabric::NocRequest& request) override;
    void send_packet(Cycles time, std::uint32_t from, std::uint32_t to,
                     std::uint32_t bytes) override;
    void forget_packet(std::uint32_t slot) override;
    void send_credit(Cycles time, std::uint32_t channel) override;
    void refuse(Misuse misuse, Cycles time, std::string what, std::string why) override;
    void connected(Cycles time, std::uint64_t worker, bool open) override;

    // A packet lands, from the cable or from another router: L1 gets its header alone.
    void keep_packet(noc::Transaction& t);
    // When the fabric stops.
    void forget_packets(noc::Pool& pool);

    std::uint32_t writer = 0;  // processor whose word has landed

 private:
    // What lies in a slot beside the header, which is in L1. Workers write into L1 alone.
    struct Kept {
        noc::Shared* packet = nullptr;
        bool passed_on = false;  // the next router changes the header in it
    };
    Kept& kept_at(std::uint32_t address) { return kept_[(address - first_slot_) / slot_bytes_]; }
    noc::Shared& copy_of(std::uint32_t slot, std::uint32_t bytes);
    void pass_on(noc::Transaction& t);
    static void carry(noc::Transaction& t, noc::Shared& packet);

    Core& core_;
    const std::uint32_t first_slot_, slot_bytes_, header_bytes_;
    std::vector<Kept> kept_;  // by slot, of all channels

 public:
    fabric::Router router;  // after what it uses
};

}  // namespace ironbird::device
