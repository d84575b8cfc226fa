// What all rules share of one core or DRAM controller; touched by the worker that runs it.
#pragma once

#include <array>
#include <memory>
#include <utility>

#include "check/hazard/asked.hpp"
#include "check/hazard/hit.hpp"
#include "check/hazard/knowledge.hpp"
#include "check/hazard/shadow.hpp"
#include "device/core/core.hpp"
#include "device/observer.hpp"

namespace ironbird::check {

// What the rules keep of one processor; begun anew with each launch.
struct ProcessorState {
    Knowledge knows;
    std::shared_ptr<Asked> asked = std::make_shared<Asked>();  // outlives what else is forgotten
    bool asks = false;                                         // since it was last cleared
    const device::Processor* processor = nullptr;              // null: not running
    // Its newest store to L1 and its newest command, as long as it has called for nothing else.
    Stamp last_store;
    std::uint32_t last_store_address = 0, last_store_size = 0;
    bool commanded = false;

    std::uint32_t clock(std::uint32_t index) const { return knows.own.clock[index]; }
    // After something was handed over: what comes now is another epoch.
    std::uint32_t tick(std::uint32_t index) {
        if (std::exchange(asks, false)) asked->clear();
        return ++knows.own.clock[index];
    }
    void called() {
        settle();
        commanded = false;
    }
    // Forgets the newest store, since it has arrived or another one is newer. Clears its mark in
    // `asked`, so that the same store is reported when it is executed again.
    void settle() {
        if (last_store_size != 0) asked->clear(last_store_address, last_store_size, true);
        last_store_size = 0;
    }
};

// What all rules share of one node.
struct NodeState {
    noc::NodeId id;
    Shadow shadow;
    Sites sites;
    Hits hits;
    std::array<ProcessorState, kProcessors> processors;  // of a core

    // Somebody has touched this range: clears the marks of the core's processors (but `but`), so
    // that their next access to it is reported.
    void ask_again(std::uint64_t address, std::uint64_t size, bool stores_alone,
                   std::uint32_t but = kProcessors) {
        for (std::uint32_t i = 0; i < kProcessors; i++)
            if (i != but && processors[i].asks)
                processors[i].asked->clear(static_cast<std::uint32_t>(address),
                                           static_cast<std::uint32_t>(size), stores_alone);
    }
    // An access of one of its processors now.
    Stamp stamp(const device::Actor& a, std::uint32_t site) const {
        return {processors[a.processor].clock(a.processor), site,
                static_cast<std::uint32_t>(a.cycle.v),      id,
                static_cast<std::uint8_t>(a.processor),     0};
    }
};

}  // namespace ironbird::check
