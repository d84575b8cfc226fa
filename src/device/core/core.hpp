// One Tensix core: five processors that share L1, circular buffers and two NoC ports. An Ethernet
// core is one with fewer processors, a smaller L1 and a cable.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "arch/product.hpp"
#include "device/core/cb.hpp"
#include "device/core/departures.hpp"
#include "device/core/ethernet_port.hpp"
#include "device/core/mailboxes.hpp"
#include "device/core/niu_counters.hpp"
#include "device/core/processor.hpp"
#include "device/core/run_ahead.hpp"
#include "device/core/window.hpp"
#include "device/fault/fault_note.hpp"
#include "device/observer.hpp"
#include "noc/network.hpp"

namespace ironbird::device {

inline constexpr std::uint32_t kProcessors = abi::kProcessors;
inline constexpr std::uint32_t kMath = 3;

struct Tensix;

// What all cores of a chip share; constant while they run.
struct ChipShared {
    const arch::Floorplan* plan = nullptr;
    const arch::Product* product = nullptr;
    noc::Network* network = nullptr;
    Hooks* observer = nullptr;  // null: nobody watches
    std::uint32_t id = 0;
    Cycles window{500};          // that a core may run ahead of the others
    Cycles compute_window{500};  // and its compute processors
    bool prints = false;         // somebody listens
    bool allow_misaligned = false;
    bool routers = false;     // a fabric is running: stream registers of Ethernet cores answer
    bool exact_math = false;  // bit for bit, instead of fast
    bool moves_data = true;   // else small transfers alone carry their bytes
    const std::uint64_t* dram_bytes = nullptr;  // by controller
};

// What a core has sent since it was made.
struct CoreTraffic {
    std::array<std::uint64_t, 2> bytes{};  // by NoC
    std::uint64_t transactions = 0;
    std::uint64_t misaligned = 0;  // transfers let through
};

// Owned by its ChipModel. Everything here is touched by one thread at a time: the one that runs the
// core in this phase.
class Core : public noc::Node {
 public:
    Core(const ChipShared& chip, noc::NodeId id, std::uint8_t* l1);
    ~Core();

    // ---- what it is
    const ChipShared& chip;
    std::uint8_t* const l1;
    const arch::CallCosts calls;  // copies: close at hand for every call
    const arch::IssueCosts issuing;
    const noc::Position position;
    const std::uint32_t cb_count;

    // ---- what its processors share
    std::array<Processor, kProcessors> processors;
    std::array<Cb, IB_MAX_CBS> cbs;
    std::uint64_t cbs_set_up = 0;            // a bit for each index: a launch looks at those alone
    std::unique_ptr<Tensix> tensix;          // from the first launch with a compute kernel on
    std::unique_ptr<EthernetPort> ethernet;  // of an Ethernet core
    Mailboxes mailboxes;
    NiuCounters niu;
    WordNotes word_notes;

    // ---- what the engine reads and resets
    RunAhead ahead;
    std::optional<FaultNote> fault;  // the first of this core in this run
    std::uint32_t running = 0;       // processors that have not ended
    bool all_ended = false;          // the last one ended in this phase
    bool has_prints = false;
    Cycles end{};  // latest end of a processor
    CoreTraffic traffic;

    // ---- scheduler.cpp, for the engine: on the host's stack
    // Opens a window (Window::open) and runs what happens in it.
    void run_until(Cycles limit, Cycles soft, Cycles ahead);
    Cycles next_time() const;  // of whatever happens first here
    void start(Processor& p, Cycles time);
    void drop(noc::Pool& into);  // forgets fibers, waits and requests after a fault

    // ---- prefetch.cpp: a window or a launch touches much of a core, which is cold in the host's
    // cache after all others have run
    void prefetch() const;             // its own lines
    void prefetch_processors() const;  // and, when those are there, what they lead to

    // ---- run_ahead.cpp, for the engine: on the host's stack
    // Whether the compute processors, which touch no other core, could go on when the window is
    // over.
    bool can_run_ahead() const;
    // Runs the compute processors past the end of the window. Processes no events, since the
    // network may be posting some at the same time.
    void run_ahead();

    // ---- scheduler.cpp, for calls: on a fiber's stack
    // Before touching state that others share: lets everything happen that comes earlier.
    void sync(Processor& p) {
        if (p.clock() >= window_.horizon()) [[unlikely]]
            sync_slow(p);
    }
    // For a call whose answer says at what time it is true: leaves only at the end of the window.
    void stay_in_window(Processor& p) {
        if (p.clock() >= window_.limit_of(p.index)) [[unlikely]]
            rejoin(p);
    }
    // At a back-edge of a loop past the deadline: lets those run that are behind, and sets a new
    // deadline.
    void give_way(Processor& p) { rejoin(p); }
    // Leaves the fiber until somebody wakes it. Inline, so that the caller's wait is built in
    // place.
    void park(Processor& p, const sim::Wait& wait) {
        p.wait = wait;
        park_waiting(p);
    }
    // Advances the clock to `time`, when what it waits for was there, and reports the stall as
    // park() does.
    void wait_until(Processor& p, Cycles time, const sim::Wait& wait) {
        const Cycles since = p.clock();
        if (time <= since) return;
        p.set_clock(time);
        if (chip.observer != nullptr) [[unlikely]]
            tell_stall(p, wait, since);
    }
    [[noreturn]] void finish(Processor& p);
    [[noreturn]] void fail(Processor& p, Fault fault, std::function<FaultText()> text);
    Actor actor(const Processor& p) const { return {chip.id, id, p.index, p.clock()}; }

    // ---- wake.cpp: what changed, and so wakes whoever waits for just that
    void words_changed(Cycles time) {
        l1_version_++;
        if (word_waiters_ != 0) [[unlikely]]
            check_words(time);
    }
    void pages_moved(std::uint32_t cb) {
        if (cb_waiters_ != 0) wake_cb(cb);
    }
    // The Tensix engine's hand-overs.
    void src_filled() {
        if (tensix_waiters_ != 0) wake_tensix(sim::WaitKind::src_full, {});
    }
    void src_taken(std::uint32_t entries) {
        tiles_lent_ = false;
        if (tensix_waiters_ != 0) wake_unpack(entries);
    }
    void tensix_changed(sim::WaitKind kind, Cycles time) {
        if (tensix_waiters_ != 0) wake_tensix(kind, time);
    }
    // Grows when L1 may have changed behind a fiber's back.
    std::uint64_t l1_version() const { return l1_version_; }
    // Unpack leaves its operands in L1 until math takes them or L1 may change.
    void lend_tiles() { tiles_lent_ = true; }

    // ---- traffic.cpp: this core's side of the NoC
    void issue(Processor& p, noc::Transaction& t);
    // Over the cable; needs a port. The source is read at once: the kernel may not touch it before
    // the other side has answered.
    void send_frame(Processor& p, std::uint32_t queue, std::uint32_t from, std::uint32_t to,
                    std::uint32_t size);
    // Of the router on this core, if there is one.
    Cycles issue_for_router(Cycles time, noc::Transaction& t);
    void put_on_cable(noc::Transaction& t, Cycles arrives);
    void wake_router(Cycles time);
    // Takes the payload of writes that have left by now.
    void catch_up_departures(Cycles time) {
        if (time >= departures_.next_time()) [[unlikely]]
            depart_until(time);
    }

 private:
    // ---- scheduler.cpp
    Processor* pick();
    Processor* pick_after();
    Processor* first_ready(std::uint32_t from, Cycles& clock);
    void park_waiting(Processor& p);
    void reschedule(Processor& p);
    void resume(Processor& p);
    void sync_slow(Processor& p);
    void rejoin(Processor& p);
    [[noreturn]] void leave(Processor& p);
    void tell_stall(const Processor& p, sim::Wait wait, Cycles since);

    // ---- wake.cpp
    void wake(Processor& p, Cycles time, std::uint32_t cost);
    void check_words(Cycles time);
    void wake_cb(std::uint32_t cb);
    void wake_barriers(Cycles time);
    void wake_tensix(sim::WaitKind kind, Cycles time);
    void wake_unpack(std::uint32_t entries);

    // ---- core.cpp
    void check_balance(Processor& last);
    // Copies lent operands out of L1 before it may change, unless math runs next and takes them.
    void before_l1_changes(const Processor* next = nullptr) {
        if (tiles_lent_ && next != &processors[kMath]) own_tiles();
    }
    void own_tiles();

    // ---- traffic.cpp
    void depart_until(Cycles time);
    void note_word(const noc::Transaction& t, Cycles time);
    void execute(const sim::Event& e);
    void execute_request(const sim::Event& e, noc::Transaction& t);
    void execute_answer(const sim::Event& e, noc::Transaction& t);
    void execute_frame(const sim::Event& e, noc::Transaction& t);
    void execute_for_router(const sim::Event& e, noc::Transaction& t);
    void run_router(Cycles time);
    void tell_landing(const sim::Event& e, noc::Transaction& t);
    sim::Order router_order() {
        return sim::order_key(0x8000u | id, kRouterProcessor, router_sequence_++);
    }

    Window window_;
    std::array<Cycles, kProcessors> ready_;  // clocks of those that could run, else never
    Departures departures_;
    std::array<Cycles, 2> command_free_{};  // when a NoC takes the next command
    std::uint32_t word_waiters_ = 0, cb_waiters_ = 0, barrier_waiters_ = 0;  // masks
    std::uint32_t tensix_waiters_ = 0;
    bool tiles_lent_ = false;  // operands in Src lie in L1 still
    std::uint64_t l1_version_ = 1;
    std::uint64_t router_sequence_ = 0;
    Processor* running_now_ = nullptr;
    sim::Fiber host_;
};

}  // namespace ironbird::device
