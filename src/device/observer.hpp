// What the model tells to whoever watches: checkers and recorders. The model never asks who, and
// nothing that an observer does can change a clock or a byte.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abi/ib_abi.h"
#include "device/engine.hpp"
#include "device/fault/fault_note.hpp"
#include "noc/transaction.hpp"
#include "sim/wait.hpp"

namespace ironbird::device {

class Core;
struct Processor;

// Who did it and when.
struct Actor {
    std::uint32_t chip;
    std::uint32_t node;  // cores come first, then DRAM controllers
    std::uint32_t processor;
    Cycles cycle;
};

enum class CbAction : std::uint8_t { reserve, push, wait, pop };
enum class WordAction : std::uint8_t { wait, wait_min, set, add };
enum class Mark : std::uint8_t { zone_begin, zone_end, value, event };

// A range of the core's own L1 touched by a processor or by a unit that it drives.
struct Access {
    // poll: a scalar load of a loop that does nothing else.
    enum class By : std::uint8_t { scalar, poll, unpack, pack } by;
    bool write;
    std::uint32_t address, size;
    std::uintptr_t site;  // where in the kernel, 0: ask the stack
};

// A range of its own L1 that a kernel claims by a scoped lock, or gives back. ring: all of a
// dataflow buffer, until the kernel ends.
struct Claim {
    enum class What : std::uint8_t { memory, cb, dfb, ring } what;
    bool taken;
    std::uint32_t address, size;
};

// The host's own reading and writing of memory.
struct HostAccess {
    std::uint32_t chip;
    bool dram;
    std::uint32_t bank;  // or core
    std::uint64_t address, size;
    bool write;
};

// A worker opens or closes a connection to a router.
struct Connected {
    std::uint32_t chip = 0;
    noc::NodeId router, worker;
    std::uint32_t processor = 0;  // of the worker
    bool open = false;
    Cycles cycle{};
};

// A launch as observers see it; valid during the call.
struct LaunchView {
    LaunchId id;
    std::uint32_t chip;
    std::uint64_t program_id;
    const std::string* name;
    Cycles start;
    std::span<const std::uint32_t> cores;  // by number on the chip
    std::span<const CoreLaunch> plans;     // beside them
    std::uint64_t program;                 // its number in this process
    std::uint32_t queue;                   // command queue that it came through
};

// Calls come from any worker thread, but from one at a time for each node, and on a fiber's stack
// if their first argument is an Actor; a node's calls come in the order in which the model executes
// them. An observer that keeps its state by node needs no lock and gives the same answer for any
// number of threads. What it learns of other nodes must travel with a transaction:
// Transaction::tag.
class Hooks {
 public:
    virtual ~Hooks() = default;

    // ---- on the host's stack, while nothing runs
    virtual void on_chip(const arch::Floorplan&, std::uint32_t) = 0;
    virtual void on_launch(const LaunchView&) = 0;
    virtual void on_complete(const Completion&) = 0;
    virtual void on_window() = 0;  // the end of each
    // In the order of the queues: after what was enqueued before, before what was enqueued later.
    virtual void on_buffer(std::uint32_t /*chip*/, const BufferView&, bool /*live*/) = 0;
    virtual void on_host(const HostAccess&) = 0;
    // Launches that have not completed never will: the host has dropped them after a fault.
    virtual void on_dropped(std::uint32_t /*chip*/) = 0;

    // ---- a processor
    virtual void on_start(const Actor&, const Processor&) = 0;  // the host's stack
    virtual void on_end(const Actor&, const Processor&) = 0;    // its kernel has returned
    virtual void on_access(const Actor&, const Access&) = 0;    // scalar ones: checked flavour only
    virtual void on_yield(const Actor&) = 0;  // in a loop without calls, past its deadline
    virtual void on_mark(const Actor&, Mark, const char* /*site*/, std::uint64_t /*data*/) = 0;
    // Its clock moved on from wait.since to the actor's cycle for this reason.
    virtual void on_stall(const Actor&, const sim::Wait&) = 0;

    // ---- what processors share; told after it took effect
    virtual void on_cb(const Actor&, CbAction, std::uint32_t /*cb*/, std::uint32_t /*pages*/) = 0;
    // It asked how many pages are filled (or free), without waiting, and got this number.
    virtual void on_cb_asked(const Actor&, bool /*filled*/, std::uint32_t /*cb*/,
                             std::uint32_t /*pages*/) = 0;
    virtual void on_word(const Actor&, WordAction, std::uint32_t /*address*/,
                         std::uint32_t /*value*/) = 0;
    virtual void on_barrier(const Actor&, std::uint32_t /*waits*/, std::uint32_t /*noc*/,
                            int /*trid, -1: all*/) = 0;
    // Counters of transaction ids, one bit each, are set to zero.
    virtual void on_clear_trids(const Actor&, std::uint32_t /*ids*/, std::uint32_t /*noc*/) = 0;

    virtual void on_claim(const Actor&, const Claim&) = 0;

    // A fault after which the kernel can go on; true: noted, it does.
    virtual bool on_fault(const Actor&, Fault, const std::function<FaultText()>&) = 0;

    // A word from one processor to another, which has read it or is to read it.
    virtual void on_mailbox(const Actor&, bool /*write*/, std::uint32_t /*other*/) = 0;

    // ---- the life of a packet, before its bytes move; on the host's stack or any fiber's
    virtual void on_issue(const Actor&, noc::Transaction&, const ib_noc& /*how it was called*/) = 0;
    virtual void on_depart(noc::Transaction&, Cycles /*cycle*/) = 0;  // source bytes taken
    virtual void on_land(noc::NodeId /*at*/, noc::Transaction&, Cycles /*cycle*/) = 0;
    virtual void on_answer(noc::Transaction&, Cycles /*cycle*/) = 0;  // data or ack is home

    // ---- the fabric; told on the thread that runs the node, or the router's
    // What a router writes, which comes from another chip; `bytes` is where, before it is changed.
    virtual void on_fabric(std::uint32_t /*chip*/, noc::NodeId /*at*/, const noc::Transaction&,
                           const std::uint8_t* /*bytes*/) = 0;
    virtual void on_connection(const Connected&) = 0;
};

// A Hooks that ignores what is not overridden; most observers derive from it.
class Observer : public Hooks {
 public:
    void on_chip(const arch::Floorplan&, std::uint32_t) override {}
    void on_launch(const LaunchView&) override {}
    void on_complete(const Completion&) override {}
    void on_window() override {}
    void on_buffer(std::uint32_t, const BufferView&, bool) override {}
    void on_host(const HostAccess&) override {}
    void on_dropped(std::uint32_t) override {}
    void on_start(const Actor&, const Processor&) override {}
    void on_end(const Actor&, const Processor&) override {}
    void on_access(const Actor&, const Access&) override {}
    void on_yield(const Actor&) override {}
    void on_mark(const Actor&, Mark, const char*, std::uint64_t) override {}
    void on_stall(const Actor&, const sim::Wait&) override {}
    void on_cb(const Actor&, CbAction, std::uint32_t, std::uint32_t) override {}
    void on_cb_asked(const Actor&, bool, std::uint32_t, std::uint32_t) override {}
    void on_word(const Actor&, WordAction, std::uint32_t, std::uint32_t) override {}
    void on_barrier(const Actor&, std::uint32_t, std::uint32_t, int) override {}
    void on_clear_trids(const Actor&, std::uint32_t, std::uint32_t) override {}
    void on_claim(const Actor&, const Claim&) override {}
    bool on_fault(const Actor&, Fault, const std::function<FaultText()>&) override { return false; }
    void on_mailbox(const Actor&, bool, std::uint32_t) override {}
    void on_issue(const Actor&, noc::Transaction&, const ib_noc&) override {}
    void on_depart(noc::Transaction&, Cycles) override {}
    void on_land(noc::NodeId, noc::Transaction&, Cycles) override {}
    void on_answer(noc::Transaction&, Cycles) override {}
    void on_fabric(std::uint32_t, noc::NodeId, const noc::Transaction&,
                   const std::uint8_t*) override {}
    void on_connection(const Connected&) override {}
};

// Passes every call on to several observers, which others own. It is a Hooks, not an Observer, so
// that a hook which it forgets to pass on does not compile.
class Observers final : public Hooks {
 public:
    void add(Observer& o) { all_.push_back(&o); }
    bool empty() const { return all_.empty(); }

    void on_chip(const arch::Floorplan& p, std::uint32_t c) override {
        for (auto* o : all_) o->on_chip(p, c);
    }
    void on_launch(const LaunchView& l) override {
        for (auto* o : all_) o->on_launch(l);
    }
    void on_complete(const Completion& c) override {
        for (auto* o : all_) o->on_complete(c);
    }
    void on_window() override {
        for (auto* o : all_) o->on_window();
    }
    void on_buffer(std::uint32_t chip, const BufferView& b, bool live) override {
        for (auto* o : all_) o->on_buffer(chip, b, live);
    }
    void on_host(const HostAccess& h) override {
        for (auto* o : all_) o->on_host(h);
    }
    void on_dropped(std::uint32_t chip) override {
        for (auto* o : all_) o->on_dropped(chip);
    }
    bool on_fault(const Actor& a, Fault fault, const std::function<FaultText()>& text) override {
        bool noted = false;
        for (auto* o : all_) noted |= o->on_fault(a, fault, text);
        return noted;
    }
    void on_mailbox(const Actor& a, bool write, std::uint32_t other) override {
        for (auto* o : all_) o->on_mailbox(a, write, other);
    }
    void on_start(const Actor& a, const Processor& p) override {
        for (auto* o : all_) o->on_start(a, p);
    }
    void on_end(const Actor& a, const Processor& p) override {
        for (auto* o : all_) o->on_end(a, p);
    }
    void on_access(const Actor& a, const Access& x) override {
        for (auto* o : all_) o->on_access(a, x);
    }
    void on_yield(const Actor& a) override {
        for (auto* o : all_) o->on_yield(a);
    }
    void on_mark(const Actor& a, Mark m, const char* site, std::uint64_t data) override {
        for (auto* o : all_) o->on_mark(a, m, site, data);
    }
    void on_stall(const Actor& a, const sim::Wait& w) override {
        for (auto* o : all_) o->on_stall(a, w);
    }
    void on_cb(const Actor& a, CbAction x, std::uint32_t cb, std::uint32_t pages) override {
        for (auto* o : all_) o->on_cb(a, x, cb, pages);
    }
    void on_cb_asked(const Actor& a, bool filled, std::uint32_t cb, std::uint32_t pages) override {
        for (auto* o : all_) o->on_cb_asked(a, filled, cb, pages);
    }
    void on_word(const Actor& a, WordAction x, std::uint32_t at, std::uint32_t value) override {
        for (auto* o : all_) o->on_word(a, x, at, value);
    }
    void on_barrier(const Actor& a, std::uint32_t waits, std::uint32_t noc, int trid) override {
        for (auto* o : all_) o->on_barrier(a, waits, noc, trid);
    }
    void on_clear_trids(const Actor& a, std::uint32_t ids, std::uint32_t noc) override {
        for (auto* o : all_) o->on_clear_trids(a, ids, noc);
    }
    void on_claim(const Actor& a, const Claim& c) override {
        for (auto* o : all_) o->on_claim(a, c);
    }
    void on_issue(const Actor& a, noc::Transaction& t, const ib_noc& how) override {
        for (auto* o : all_) o->on_issue(a, t, how);
    }
    void on_depart(noc::Transaction& t, Cycles cycle) override {
        for (auto* o : all_) o->on_depart(t, cycle);
    }
    void on_land(noc::NodeId at, noc::Transaction& t, Cycles cycle) override {
        for (auto* o : all_) o->on_land(at, t, cycle);
    }
    void on_answer(noc::Transaction& t, Cycles cycle) override {
        for (auto* o : all_) o->on_answer(t, cycle);
    }
    void on_fabric(std::uint32_t chip, noc::NodeId at, const noc::Transaction& t,
                   const std::uint8_t* bytes) override {
        for (auto* o : all_) o->on_fabric(chip, at, t, bytes);
    }
    void on_connection(const Connected& c) override {
        for (auto* o : all_) o->on_connection(c);
    }

 private:
    std::vector<Observer*> all_;
};

}  // namespace ironbird::device
