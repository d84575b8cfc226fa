// What the checker keeps of one core or DRAM controller; touched by the worker that runs it.
#pragma once

#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/hazard/asked.hpp"
#include "check/hazard/hit.hpp"
#include "check/hazard/knowledge.hpp"
#include "check/hazard/line_set.hpp"
#include "check/hazard/owners.hpp"
#include "check/hazard/ring.hpp"
#include "check/hazard/shadow.hpp"
#include "device/core/core.hpp"
#include "device/observer.hpp"

namespace ironbird::check {

class ChipChecker;

// What travels with a transaction; lives as long as the transaction's own memory.
struct Tag {
    ChipChecker* chip = nullptr;
    Knowledge knowledge;  // of the issuer, at the issue
    Stamp stamp;
    std::uint64_t cycle = 0;
    std::uint32_t unflushed = 0;           // of a flag: the oldest data that may leave after it
    bool claimed = true;                   // by the issuer's own locks, as far as it has any
    std::vector<std::uint16_t> unwritten;  // by line of the payload; empty: all was written
};

// A request that its issuer has not waited for.
struct Open {
    noc::Kind kind;
    std::uint8_t noc, trid;
    bool posted, unsent, unanswered, multicast;
    std::uint32_t clock, site;
    std::uint32_t local, size;  // size 0: no memory of its own core
    std::uint16_t target;
    std::uint64_t address, cycle;
};

// The last barrier of a processor, whatever it waited for.
struct Waited {
    std::uint32_t clock = 0, site = 0, waits = 0, noc = 0;
    std::uint64_t cycle = 0;
};

struct ProcessorState {
    Knowledge knows;
    std::shared_ptr<Asked> asked = std::make_shared<Asked>();  // outlives what else is forgotten
    bool asks = false;                                         // since it was last cleared
    const device::Processor* processor = nullptr;              // null: not running
    std::vector<Open> open;
    Waited waited;
    struct Link {
        std::uint32_t site = 0;
        std::uint64_t cycle = 0;
    };
    std::array<Link, 2> linked;  // by NoC; site 0: none
    // Tiles that it has unpacked, and when: again at the same clock brings nothing new.
    struct Unpacked {
        std::uint32_t address = 0, size = 0, clock = 0;
    };
    std::array<Unpacked, 128> unpacked;
    bool unpacked_before(std::uint32_t address, std::uint32_t size, std::uint32_t clock) {
        Unpacked& u = unpacked[address / 1024 % unpacked.size()];
        if (u.address == address && u.size == size && u.clock == clock) return true;
        u = {address, size, clock};
        return false;
    }

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
        last_store_size = 0;
        commanded = false;
    }
};

// Knowledge handed over with pages, by the count that the counter had afterwards.
struct Handed {
    std::uint32_t count = 0;
    Knowledge knowledge;
};

struct CbState {
    bool set_up = false, used = false, on_buffer = false;
    std::uint32_t address = 0, size = 0, page = 0, pages = 0;
    std::uint32_t received = 0, acked = 0;
    std::uint32_t reserved = 0, waited = 0;  // pages
    std::uint8_t producer = 0xff, consumer = 0xff;
    Who reserve, push, wait, pop;  // the last of each
    std::uint8_t reservers = 0;    // processors that have reserved, a bit each
    // A store into it before anybody used it: its own producer's, a scratch pad, or a stray.
    Who early;
    std::uint32_t early_address = 0, early_size = 0;
    Ring<Handed> pushes, pops;
};

// Where one lies; side by side, to be searched.
struct CbRange {
    std::uint32_t address, size;
    std::uint8_t index;
};

// A word of L1 that processors and packets signal through.
struct Signal {
    struct From {
        Knowledge knowledge;
        std::uint32_t channel;
        std::uint32_t clock, unflushed;
        bool atomic;
    };
    std::vector<From> from;  // one of each sender
    Stamp local;             // last change by the core itself
    Stamp remote;            // last increment
};

// Somebody here has seen a packet of a channel: those before it have landed too.
struct Seen {
    std::uint32_t clock;  // of the packet's issue
    bool atomic = false;
    std::uint32_t unflushed = 0;  // as in its tag
    std::uint8_t thread = 0;      // who saw it
    std::uint32_t at = 0;         // and its clock then
};

// The newest packet of a channel that has landed here.
struct Landed {
    Knowledge knowledge;
    std::uint32_t clock = 0, unflushed = 0;
};

// A range that a processor claims by a scoped lock; ring: all of a dataflow buffer that it uses.
struct Held {
    device::Claim::What what;
    std::uint8_t thread;
    std::uint32_t count;  // of nested locks
    std::uint32_t address, size;
    std::uint32_t site;
    std::uint64_t cycle;
};

struct NodeState {
    std::uint16_t id = 0;
    Owners owners;
    Shadow shadow;
    Sites sites;
    Hits hits;

    // ---- cores alone
    std::array<ProcessorState, kThreads> threads;
    std::array<CbState, IB_MAX_CBS> cbs;
    std::vector<CbRange> cb_list;  // that are set up
    LineSet busy;                  // something arrives there or leaves from there
    std::uint32_t sem_base = 0, sem_end = 0;
    std::vector<Held> claims;
    std::unordered_map<std::uint32_t, Signal> signals;                       // by address
    std::unordered_map<std::uint32_t, std::deque<Seen>> seen;                // by channel
    std::unordered_map<std::uint32_t, Landed> latest;                        // by channel
    std::array<std::array<std::deque<Knowledge>, kThreads>, kThreads> mail;  // to, from
    std::unordered_map<std::uint64_t, std::uint32_t> rectangles;  // receivers of multicasts
};

}  // namespace ironbird::check
