// Which words of L1 a processor has been asked about since it last handed something over: what it
// does with them again brings nothing new, so that its kernel does not even call.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "abi/ib_abi.h"

namespace ironbird::check {

// Of one processor, touched by the thread that runs its core.
class Asked {
 public:
    std::uint8_t* loads() { return map(0); }
    std::uint8_t* stores() { return map(1); }

    void set(std::uint32_t address, std::uint32_t size, bool store) {
        for (std::uint32_t word = address / 4; word <= (address + size - 1) / 4; word++) {
            maps_[store ? 1 : 0][word / 8] |= static_cast<std::uint8_t>(1u << word % 8);
            const std::uint32_t chunk = word / kWordsInChunk;
            if (touched_[chunk]) continue;
            touched_[chunk] = true;
            chunks_.push_back(static_cast<std::uint16_t>(chunk));
        }
    }

    // Clears all marks: every access is reported again.
    void clear() {
        for (const std::uint16_t chunk : chunks_) {
            for (auto& m : maps_) std::memset(m.get() + chunk * kChunk, 0, kChunk);
            touched_[chunk] = false;
        }
        chunks_.clear();
    }

    // Clears the marks of a range, or of its stores alone.
    void clear(std::uint32_t address, std::uint32_t size, bool stores_alone) {
        if (chunks_.empty()) return;
        for (std::uint32_t word = address / 4; word <= (address + size - 1) / 4;) {
            if (!touched_[word / kWordsInChunk]) {
                word = (word / kWordsInChunk + 1) * kWordsInChunk;
                continue;
            }
            const auto bit = static_cast<std::uint8_t>(~(1u << word % 8));
            if (!stores_alone) maps_[0][word / 8] &= bit;
            maps_[1][word / 8] &= bit;
            word++;
        }
    }

 private:
    static constexpr std::uint32_t kChunk = 64, kWordsInChunk = kChunk * 8;
    struct Free {
        void operator()(std::uint8_t* p) const { std::free(p); }
    };

    // Pages that nobody touches cost nothing.
    std::uint8_t* map(std::size_t which) {
        auto& m = maps_[which];
        if (m == nullptr) m.reset(static_cast<std::uint8_t*>(std::calloc(IB_ASKED_BYTES, 1)));
        return m.get();
    }

    std::array<std::unique_ptr<std::uint8_t[], Free>, 2> maps_;
    std::bitset<IB_ASKED_BYTES / kChunk> touched_;
    std::vector<std::uint16_t> chunks_;
};

}  // namespace ironbird::check
