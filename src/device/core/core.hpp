// One Tensix core: five processors that share L1, circular buffers and two NoC ports.
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
#include "device/core/lead.hpp"
#include "device/core/mailboxes.hpp"
#include "device/core/processor.hpp"
#include "device/fault/fault_note.hpp"
#include "device/observer.hpp"
#include "noc/network.hpp"

namespace ironbird::device {

inline constexpr std::uint32_t kProcessors = abi::kProcessors;
inline constexpr std::uint32_t kFirstCompute = 2;  // unpack; math and pack follow
inline constexpr std::uint32_t kMath = 3;
inline constexpr std::uint32_t kTransactionIds = 16;

struct Tensix;

// What all cores of a chip share; constant while they run.
struct ChipShared {
    const arch::Floorplan* plan = nullptr;
    const arch::Product* product = nullptr;
    noc::Network* network = nullptr;
    Observer* observer = nullptr;  // null: nobody watches
    std::uint32_t id = 0;
    std::uint64_t window = 500;          // cycles a core may run ahead of the others
    std::uint64_t compute_window = 500;  // and its compute processors
    bool prints = false;                 // somebody listens
    bool allow_misaligned = false;
    bool exact_math = false;                    // bit for bit, instead of fast
    bool moves_data = true;                     // else small transfers alone carry their bytes
    const std::uint64_t* dram_bytes = nullptr;  // by controller
};

// Everything here is touched by one thread at a time: the one that runs the core in this phase.
class Core : public noc::Node {
 public:
    Core(const ChipShared& chip, noc::NodeId id, std::uint8_t* l1);
    ~Core();

    const ChipShared& chip;
    std::uint8_t* const l1;
    const arch::CallCosts calls;  // copies: close at hand for every call
    const arch::IssueCosts issuing;
    const noc::Position position;
    std::array<Processor, kProcessors> processors;
    std::array<Cb, IB_MAX_CBS> cbs;
    std::uint32_t cb_count = 0;

    std::unique_ptr<Tensix> tensix;  // from the first launch with a compute kernel on
    Mailboxes mailboxes;

    Departures departures;
    // Requests with an answer outstanding, by NoC and transaction id, as the NIU counts them.
    std::array<std::array<std::uint32_t, kTransactionIds>, 2> trid_open{};
    std::array<std::array<std::uint64_t, kTransactionIds>, 2> trid_sent_at{};

    WordNotes word_notes;

    bool tiles_lent = false;       // operands in Src lie in L1 still
    std::uint64_t l1_version = 1;  // grows when L1 may have changed behind a fiber's back

    std::optional<FaultNote> fault;  // the first of this core in this run
    std::uint32_t running = 0;       // processors that have not ended
    bool all_ended = false;          // the last one ended in this phase
    bool parted = false;             // after its window, the compute processors run ahead
    Lead lead;
    bool has_prints = false;
    std::uint64_t end = 0;  // latest end of a processor
    std::uint64_t bytes_sent[2] = {0, 0};
    std::uint64_t transactions = 0;
    std::uint64_t misaligned = 0;  // transfers let through

    // ---- called by the engine, on the host's stack
    // Up to `limit`; a call that looks at what others do stops at `soft` already.
    void run_until(std::uint64_t limit, std::uint64_t soft, std::uint64_t ahead);
    // The compute processors, which touch no other core, could then go on up to `ahead`.
    bool can_lead() const;
    // They do. Events are left alone: the network may be posting some meanwhile.
    void run_ahead();
    std::uint64_t next_time() const;  // of whatever happens first here
    void start(Processor& p, std::uint64_t time);
    void drop(noc::Pool& into);  // forgets fibers, waits and requests after a fault

    // ---- called on a fiber's stack

    // Before touching state that others share: lets everything happen that comes earlier.
    void sync(Processor& p) {
        if (p.context->cycles >= horizon_) [[unlikely]]
            sync_slow(p);
    }
    // A call whose answer carries its own time only stops at the end of the window.
    void stay_in_window(Processor& p) {
        if (p.context->cycles >= limit_of(p.index)) [[unlikely]]
            rejoin(p);
    }
    // At a back-edge past the deadline: the same, and a new deadline.
    void give_way(Processor& p) { rejoin(p); }
    // Takes the payload of writes that have left by now.
    void catch_up_departures(std::uint64_t time) {
        if (time >= departures.next_time()) [[unlikely]]
            depart_until(time);
    }
    // Leaves until somebody wakes it.
    void park(Processor& p, const sim::Wait& wait);
    void issue(Processor& p, noc::Transaction& t);
    void words_changed(std::uint64_t time) {
        l1_version++;
        if (word_waiters_ != 0) [[unlikely]]
            check_words(time);
    }
    void pages_moved(std::uint32_t cb) {
        if (cb_waiters_ != 0) wake_cb(cb);
    }
    // The Tensix engine's hand-overs: each wakes whoever waits for just that.
    void src_filled() {
        if (tensix_waiters_ != 0) wake_tensix(sim::WaitKind::src_full, 0);
    }
    void src_taken(std::uint32_t entries) {
        if (tensix_waiters_ != 0) wake_unpack(entries);
    }
    void tensix_changed(sim::WaitKind kind, std::uint64_t time) {
        if (tensix_waiters_ != 0) wake_tensix(kind, time);
    }
    [[noreturn]] void finish(Processor& p);
    [[noreturn]] void fail(Processor& p, Fault fault, std::function<FaultText()> text);
    Actor actor(const Processor& p) const { return {chip.id, id, p.index, p.context->cycles}; }
    // Moves a clock on to when something was there already; parked or not, a stall is a stall.
    void wait_until(Processor& p, std::uint64_t time, const sim::Wait& wait) {
        if (time <= p.context->cycles) return;
        const std::uint64_t since = p.context->cycles;
        p.context->cycles = time;
        if (chip.observer != nullptr) [[unlikely]]
            tell_stall(p, wait, since);
    }
    bool barrier_done(const Processor& p, std::uint32_t waits, std::uint32_t noc, int trid) const;

 private:
    Processor* pick();
    Processor* pick_after();
    Processor* first_ready(std::uint32_t from, std::uint64_t& clock);
    std::uint64_t limit_of(std::uint32_t processor) const {
        return processor < kFirstCompute ? limit_ : compute_limit_;
    }
    void reschedule(Processor& p);
    void resume(Processor& p);
    void sync_slow(Processor& p);
    void rejoin(Processor& p);
    [[noreturn]] void leave(Processor& p);
    void wake(Processor& p, std::uint64_t time, std::uint32_t cost);
    void check_words(std::uint64_t time);
    void wake_cb(std::uint32_t cb);
    void wake_barriers(std::uint64_t time);
    void wake_tensix(sim::WaitKind kind, std::uint64_t time);
    void wake_unpack(std::uint32_t entries);
    void check_balance(Processor& last);
    void own_tiles();
    void tell_stall(const Processor& p, sim::Wait wait, std::uint64_t since);

    void depart_until(std::uint64_t time);
    void note_word(const noc::Transaction& t, std::uint64_t time);
    void execute(const sim::Event& e);
    void execute_request(const sim::Event& e, noc::Transaction& t);
    void execute_answer(const sim::Event& e, noc::Transaction& t);

    std::array<std::uint64_t, kProcessors> ready_;  // clocks of those that could run, else never
    std::uint64_t horizon_ = 0;                     // the running fiber is first up to here
    std::uint64_t limit_ = 0;                       // end of the window
    std::uint64_t compute_limit_ = 0;               // the same for the compute processors
    std::uint64_t ahead_ = 0;                       // what that may become
    bool leading_ = false;                          // they run ahead of the rest
    std::vector<noc::Packet> held_;                 // what has left meanwhile
    std::uint64_t soft_ = 0;                  // the same for calls that look at what others do
    std::uint64_t command_free_[2] = {0, 0};  // when a NoC takes the next command
    std::uint32_t word_waiters_ = 0, cb_waiters_ = 0, barrier_waiters_ = 0;  // masks
    std::uint32_t tensix_waiters_ = 0;
    Processor* running_now_ = nullptr;
    sim::Fiber host_;
};

}  // namespace ironbird::device
