// What the model tells to whoever watches: checkers and recorders. The model never asks who, and
// nothing that an observer does can change a clock or a byte.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

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
    std::uint32_t tile;  // cores come first, then DRAM controllers
    std::uint32_t processor;
    std::uint64_t cycle;
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

struct LaunchView {
    LaunchId id;
    std::uint32_t chip;
    std::uint64_t program_id;
    const std::string* name;
    std::uint64_t start;
    std::span<const std::uint32_t> cores;  // by number on the chip
    std::span<const CoreLaunch> plans;     // beside them
    std::uint64_t program;                 // its number in this process
    std::uint32_t queue;                   // command queue that it came through
};

// Calls come from any worker thread, but from one at a time for each tile, on a fiber's stack where
// an Actor stands first; a tile's calls come in the order in which the model executes them. An
// observer that keeps its state by tile needs no lock and gives the same answer for any number of
// threads. What it learns of other tiles must travel with a transaction: Transaction::tag is its.
class Observer {
 public:
    virtual ~Observer() = default;

    // ---- on the host's stack, while nothing runs
    virtual void on_chip(const arch::Floorplan&, std::uint32_t) {}
    virtual void on_launch(const LaunchView&) {}
    virtual void on_complete(const Completion&) {}
    virtual void on_window() {}  // the end of each
    virtual void on_buffer(std::uint32_t /*chip*/, const BufferView&, bool /*live*/) {}
    virtual void on_host(const HostAccess&) {}
    // The host has queued so many launches, which begin later; negative: it has dropped the rest.
    virtual void on_queued(std::uint32_t /*chip*/, int /*launches*/) {}

    // ---- a processor
    virtual void on_start(const Actor&, const Processor&) {}  // the host's stack
    virtual void on_end(const Actor&, const Processor&) {}    // its kernel has returned
    virtual void on_access(const Actor&, const Access&) {}    // scalar ones: checked flavour only
    virtual void on_yield(const Actor&) {}  // in a loop without calls, past its deadline
    virtual void on_mark(const Actor&, Mark, const char* /*site*/, std::uint64_t /*data*/) {}
    // Its clock moved on from wait.since to the actor's cycle for this reason.
    virtual void on_stall(const Actor&, const sim::Wait&) {}

    // ---- what processors share; told after it took effect
    virtual void on_cb(const Actor&, CbAction, std::uint32_t /*cb*/, std::uint32_t /*pages*/) {}
    virtual void on_word(const Actor&, WordAction, std::uint32_t /*address*/,
                         std::uint32_t /*value*/) {}
    virtual void on_barrier(const Actor&, std::uint32_t /*waits*/, std::uint32_t /*noc*/,
                            int /*trid, -1: all*/) {}
    // Counters of transaction ids, one bit each, are set to zero.
    virtual void on_clear_trids(const Actor&, std::uint32_t /*ids*/, std::uint32_t /*noc*/) {}

    virtual void on_claim(const Actor&, const Claim&) {}

    // A fault after which the kernel can go on; true: noted, it does.
    virtual bool on_fault(const Actor&, Fault, const std::function<FaultText()>&) { return false; }

    // A word from one processor to another, which has read it or is to read it.
    virtual void on_mailbox(const Actor&, bool /*write*/, std::uint32_t /*other*/) {}

    // ---- the life of a packet, before its bytes move; on the host's stack or any fiber's
    // `receivers` of a multicast as its caller counts them; of a page (IB_NOC_PAGE) its buffer's
    // base.
    virtual void on_issue(const Actor&, noc::Transaction&, std::uint32_t /*receivers*/) {}
    virtual void on_depart(noc::Transaction&, std::uint64_t /*cycle*/) {}  // source bytes taken
    virtual void on_land(noc::NodeId /*at*/, noc::Transaction&, std::uint64_t /*cycle*/) {}
    virtual void on_answer(noc::Transaction&, std::uint64_t /*cycle*/) {}  // data or ack is home
};

// Several watch as one.
class Observers final : public Observer {
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
    void on_queued(std::uint32_t chip, int launches) override {
        for (auto* o : all_) o->on_queued(chip, launches);
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
    void on_issue(const Actor& a, noc::Transaction& t, std::uint32_t receivers) override {
        for (auto* o : all_) o->on_issue(a, t, receivers);
    }
    void on_depart(noc::Transaction& t, std::uint64_t cycle) override {
        for (auto* o : all_) o->on_depart(t, cycle);
    }
    void on_land(noc::NodeId at, noc::Transaction& t, std::uint64_t cycle) override {
        for (auto* o : all_) o->on_land(at, t, cycle);
    }
    void on_answer(noc::Transaction& t, std::uint64_t cycle) override {
        for (auto* o : all_) o->on_answer(t, cycle);
    }

 private:
    std::vector<Observer*> all_;
};

}  // namespace ironbird::device
