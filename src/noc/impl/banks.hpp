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

// A bank belongs to one controller: only the worker that runs that tile touches it.
class Banks {
 public:
    explicit Banks(const arch::Product& product)
        : dram_(product.dram_timing),
          rate_(dram_.bytes_per_cycle),
          read_interval_(in_parts(dram_.request_interval)),
          write_interval_(in_parts(dram_.write_interval)),
          banks_(product.dram.size()) {}

    // When the answer to a request leaves, which came to the bank's endpoint at `time`.
    std::uint64_t serve(const Transaction& t, std::uint32_t bank, std::uint64_t time) {
        Bank& b = banks_[bank];
        Endpoint& e = b.endpoints[t.noc];
        const bool read = t.kind == Kind::read;
        std::uint64_t& written = e.written[t.vc & (kChannels - 1)];
        time = e.requests.enter(time * kParts, read ? read_interval_ : write_interval_) / kParts;
        // A read waits for the writes before it on its channel (I: NoC/Ordering.md).
        if (read) time = std::max(time, written);
        const std::uint64_t cycles = service(t.size, read);
        const std::uint64_t start = b.service.enter(time, cycles);
        const std::uint64_t leaves = start + (read ? dram_.read_extra : dram_.write_extra);
        if (!read) written = std::max(written, leaves);
        (read ? b.use.read_bytes : b.use.written_bytes) += t.size;
        b.use.busy += cycles;
        if (keeps_history_) b.use.over.add(start, cycles, t.size);
        return leaves;
    }

    std::uint64_t service(std::uint32_t bytes, bool read) const {
        const std::uint64_t cycles = rate_.cycles(bytes);
        return !read && bytes <= dram_.partial_bytes ? std::max(cycles, dram_.partial_cycles)
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
    // Intervals are no whole cycles.
    static constexpr std::uint64_t kParts = 16;
    static constexpr std::uint32_t kChannels = 16;

    static std::uint64_t in_parts(double cycles) {
        return static_cast<std::uint64_t>(std::llround(cycles * kParts));
    }

    struct Endpoint {
        Queue requests;
        std::array<std::uint64_t, kChannels> written{};  // by channel: all writes so far are done
    };
    struct Bank {
        Queue service;
        std::array<Endpoint, 2> endpoints;  // by NoC
        BankUse use;
    };

    const arch::DramTiming dram_;
    const Rate rate_;
    const std::uint64_t read_interval_, write_interval_;
    std::vector<Bank> banks_;
    bool keeps_history_ = false;
};

}  // namespace ironbird::noc
