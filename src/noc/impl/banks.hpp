// DRAM banks and the endpoints in front of them, in time.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "arch/product.hpp"
#include "noc/queue.hpp"
#include "noc/rate.hpp"
#include "noc/transaction.hpp"
#include "noc/usage.hpp"

namespace ironbird::noc {

// A bank belongs to one controller: only the worker that runs that node touches it.
class Banks {
 public:
    explicit Banks(const arch::Product& product)
        : dram_(product.dram_timing),
          rate_(dram_.bytes_per_cycle),
          read_interval_(in_parts(dram_.request_interval)),
          write_interval_(in_parts(dram_.write_interval)),
          banks_(product.dram.size()) {}

    // When the answer to a request leaves, which came to the bank's endpoint at `time`.
    Cycles serve(const Transaction& t, std::uint32_t bank, Cycles time) {
        Bank& b = banks_[bank];
        Endpoint& e = b.endpoints[t.noc];
        const bool read = t.kind == Kind::read;
        Cycles& written = e.written[t.vc & (kChannels - 1)];
        const Parts taken =
            e.requests.enter({time.v * kParts}, read ? read_interval_ : write_interval_);
        time = Cycles{taken.v / kParts};
        // A read waits for the writes before it on its channel (I: NoC/Ordering.md).
        if (read) time = std::max(time, written);
        const Cycles cycles = service(t.size, read);
        const Cycles start = b.service.enter(time, cycles);
        const Cycles leaves = start + Cycles{read ? dram_.read_extra : dram_.write_extra};
        if (!read) written = std::max(written, leaves);
        (read ? b.use.read_bytes : b.use.written_bytes) += t.size;
        b.use.busy += cycles;
        if (keeps_history_) b.use.over.add(start, cycles, t.size);
        return leaves;
    }

    Cycles service(std::uint32_t bytes, bool read) const {
        const Cycles cycles = rate_.cycles(bytes);
        return !read && bytes <= dram_.partial_bytes
                   ? std::max(cycles, Cycles{dram_.partial_cycles})
                   : cycles;
    }

    void keep_history() { keeps_history_ = true; }
    // The counters stay.
    void reset() {
        for (Bank& b : banks_) b = {.use = std::move(b.use)};
    }
    void report(std::vector<BankUse>& use) const {
        for (const Bank& b : banks_) use.push_back(b.use);
    }

 private:
    // Intervals are no whole cycles: endpoints count in sixteenths of one.
    using Parts = Quantity<struct PartsTag, std::uint64_t>;
    static constexpr std::uint64_t kParts = 16;
    static constexpr std::uint32_t kChannels = 16;

    static Parts in_parts(double cycles) {
        return {static_cast<std::uint64_t>(std::llround(cycles * kParts))};
    }

    struct Endpoint {
        QueueIn<Parts> requests;
        std::array<Cycles, kChannels> written{};  // by channel: all writes so far are done
    };
    struct Bank {
        Queue service;
        std::array<Endpoint, 2> endpoints;  // by NoC
        BankUse use;
    };

    const arch::DramTiming dram_;
    const Rate rate_;
    const Parts read_interval_, write_interval_;
    std::vector<Bank> banks_;
    bool keeps_history_ = false;
};

}  // namespace ironbird::noc
