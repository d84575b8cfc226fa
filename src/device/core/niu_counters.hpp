// What a core's two network interfaces (NIUs) count: requests without an answer, and when the last
// write left.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "abi/ib_abi.h"
#include "abi/kernel.hpp"
#include "noc/transaction.hpp"

namespace ironbird::device {

inline constexpr std::uint32_t kTransactionIds = 16;

// Owned by a Core and touched by the thread that runs it. Barriers ask it. Issued and answered are
// compared for equality, as the chip does: a wrong number of receivers goes wrong here in the same
// way. Processors are counted apart, transaction ids are not: on the chip, too, two processors that
// use one id disturb each other.
class NiuCounters {
 public:
    static constexpr int kNoId = -1;  // a barrier for all of a processor's requests

    // A kernel starts on this processor: what the one before it left open is not its own.
    void start(std::uint32_t processor) { own_[processor] = {}; }

    // A launch begins on the core, or all requests were dropped.
    void forget_ids() { open_of_id_ = {}; }
    // One bit for each id.
    void clear_ids(std::uint32_t mask, std::uint32_t noc) {
        for (std::uint32_t i = 0; i < kTransactionIds; i++)
            if ((mask >> i & 1) != 0) open_of_id_[noc][i] = 0;
    }

    // A request is issued and gets `answers` answers.
    void issued(const noc::Transaction& t, std::uint32_t answers) {
        own_[t.processor][t.noc].open(t.kind) += static_cast<std::int32_t>(answers);
        open_of_id_[t.noc][t.trid] += answers;
    }
    // Its last byte leaves the core at `time`.
    void sends(const noc::Transaction& t, Cycles time) {
        later(id_sent_at_[t.noc][t.trid], time);
        if (t.kind == noc::Kind::read) return;
        Own& own = own_[t.processor][t.noc];
        later((t.flags & IB_NOC_POSTED) != 0 ? own.posted_sent_at : own.writes_sent_at, time);
    }
    // One answer is there; `own`: the kernel that asked still runs.
    void answered(const noc::Transaction& t, bool own) {
        std::uint32_t& of_id = open_of_id_[t.noc][t.trid];
        if (of_id > 0) of_id--;
        if (own) own_[t.processor][t.noc].open(t.kind)--;
    }

    // Whether a barrier (IB_WAIT_* bits) of a processor finds everything answered.
    bool done(std::uint32_t processor, std::uint32_t waits, std::uint32_t noc, int id) const {
        if (by_id(waits, id)) return open_of_id_[noc][static_cast<std::uint32_t>(id)] == 0;
        const Own& own = own_[processor][noc];
        if ((waits & IB_WAIT_READS) != 0 && own.reads != 0) return false;
        if ((waits & IB_WAIT_WRITES_ACKED) != 0 && own.writes != 0) return false;
        return (waits & IB_WAIT_ATOMICS_ACKED) == 0 || own.atomics == 0;
    }
    // How many answers it lacks; below zero: more came than were expected.
    std::int64_t open(std::uint32_t processor, std::uint32_t waits, std::uint32_t noc,
                      int id) const {
        if (by_id(waits, id)) return open_of_id_[noc][static_cast<std::uint32_t>(id)];
        const Own& own = own_[processor][noc];
        return std::int64_t{(waits & IB_WAIT_READS) != 0 ? own.reads : 0} +
               ((waits & IB_WAIT_WRITES_ACKED) != 0 ? own.writes : 0) +
               ((waits & IB_WAIT_ATOMICS_ACKED) != 0 ? own.atomics : 0);
    }
    // When the last write that a flush asks about has left; known since its issue.
    Cycles sent_at(std::uint32_t processor, std::uint32_t waits, std::uint32_t noc, int id) const {
        if ((waits & (IB_WAIT_WRITES_SENT | IB_WAIT_POSTED_SENT)) == 0) return {};
        if (id != kNoId) return id_sent_at_[noc][static_cast<std::uint32_t>(id)];
        const Own& own = own_[processor][noc];
        return std::max((waits & IB_WAIT_WRITES_SENT) != 0 ? own.writes_sent_at : Cycles{},
                        (waits & IB_WAIT_POSTED_SENT) != 0 ? own.posted_sent_at : Cycles{});
    }

 private:
    // Of one processor on one NoC.
    struct Own {
        std::int32_t reads = 0, writes = 0, atomics = 0;
        Cycles writes_sent_at{};  // the last byte of the last non-posted write
        Cycles posted_sent_at{};

        std::int32_t& open(noc::Kind kind) {
            return kind == noc::Kind::read ? reads : kind == noc::Kind::atomic ? atomics : writes;
        }
    };

    // Atomics are not counted by transaction id.
    static bool by_id(std::uint32_t waits, int id) {
        return id != kNoId && (waits & (IB_WAIT_READS | IB_WAIT_WRITES_ACKED)) != 0;
    }
    static void later(Cycles& time, Cycles other) { time = std::max(time, other); }

    template <class T>
    using ByNocAndId = std::array<std::array<T, kTransactionIds>, 2>;

    std::array<std::array<Own, 2>, abi::kProcessors> own_{};
    ByNocAndId<std::uint32_t> open_of_id_{};
    ByNocAndId<Cycles> id_sent_at_{};
};

}  // namespace ironbird::device
