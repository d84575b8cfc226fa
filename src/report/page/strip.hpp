// What one processor did over the whole run, in so many pieces at most.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "profile/cause.hpp"

namespace ironbird::report {

// Beside the causes of a stall: no kernel, its own work, and a kernel that never returned.
enum class Doing : std::uint8_t { idle, busy, first_cause };
inline constexpr std::size_t kDoings = 3 + profile::kCauses;
inline constexpr auto kOpen = static_cast<Doing>(kDoings - 1);

constexpr Doing waiting_for(profile::Cause cause) {
    return static_cast<Doing>(static_cast<int>(Doing::first_cause) + static_cast<int>(cause));
}

struct DoingRow {
    std::string_view key, text;
};
DoingRow row(Doing doing);

// Exact as long as it fits. Then what is shorter than a resolution is merged, which doubles until
// all fits again; a merged piece shows what its time was spent on most, and what it does not show
// is owed to the next one, so that shares over many pieces stay right.
class Strip {
 public:
    struct Piece {
        std::uint64_t end;
        Doing doing;
        bool operator==(const Piece&) const = default;
    };

    explicit Strip(std::size_t most) : most_(most) {}

    // In order of time; what lies between is idle.
    void add(std::uint64_t from, std::uint64_t to, Doing doing);

    // All so far in no more pieces than so many; nothing can be added to it.
    Strip shown(std::size_t most) const;
    // Of what is shown: each begins where the one before ends, the first at cycle 0.
    std::span<const Piece> pieces() const { return pieces_; }
    std::uint64_t resolution() const { return resolution_; }  // 1: exact

    std::uint64_t end() const { return end_; }
    // Cycles of each doing, exact.
    const std::array<std::uint64_t, kDoings>& sums() const { return sums_; }

 private:
    // Short pieces on their way into one, and what earlier ones did not show.
    struct Heap {
        std::array<std::int64_t, kDoings> owed{};
        std::uint64_t cycles = 0;

        void add(Doing doing, std::uint64_t more);
        void add(const Heap& other);
        Doing take();  // what stands for all of it
    };

    void extend(std::uint64_t to, Doing doing);
    void put(std::uint64_t from, std::uint64_t to, Doing doing);
    void push(std::uint64_t to, Doing doing);
    void shrink(std::size_t most);

    std::size_t most_;
    std::uint64_t resolution_ = 1;
    std::vector<Piece> pieces_;
    Heap heap_;                              // after the pieces
    std::uint64_t last_from_ = 0, end_ = 0;  // of the piece that may still grow, after the heap
    Doing last_ = Doing::idle;
    std::array<std::uint64_t, kDoings> sums_{};
};

}  // namespace ironbird::report
