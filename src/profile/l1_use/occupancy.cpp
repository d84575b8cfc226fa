// Two queues merged by their cycles.
#include "profile/l1_use/occupancy.hpp"

#include <algorithm>

namespace ironbird::profile {

// Two writers of one side may disagree about the time; the side as a whole never goes back.
void Occupancy::Queue::add(std::uint64_t cycle, std::uint32_t pages) {
    if (!empty()) cycle = std::max(cycle, moves_.back().cycle);
    moves_.push_back({cycle, pages});
}

Occupancy::Move Occupancy::Queue::take() {
    constexpr std::size_t kSpent = 64;
    const Move move = moves_[first_++];
    if (empty()) {
        clear();
    } else if (first_ >= kSpent) {
        moves_.erase(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(first_));
        first_ = 0;
    }
    return move;
}

void Occupancy::begin(std::uint32_t pages, std::uint64_t cycle) {
    pushes_.clear();
    pops_.clear();
    since_ = cycle;
    page_cycles_ = 0;
    in_use_ = most_ = 0;
    bins_ = std::min(pages, kMost) + 1;
    cycles_.fill(0);
}

void Occupancy::pass(std::uint64_t cycle) {
    if (cycle <= since_) return;
    const std::size_t bin = std::min<std::size_t>(in_use_, bins_ - 1);
    cycles_[bin] += cycle - since_;
    page_cycles_ += (cycle - since_) * in_use_;
    since_ = cycle;
}

void Occupancy::take_push() {
    const Move move = pushes_.take();
    pass(move.cycle);
    in_use_ += move.pages;
    most_ = std::max(most_, in_use_);
}

void Occupancy::take_pop() {
    const Move move = pops_.take();
    pass(move.cycle);
    in_use_ -= std::min(move.pages, in_use_);
}

// At the same cycle the pop comes first: it is what made the room.
void Occupancy::settle() {
    while (!pushes_.empty() && !pops_.empty()) {
        const Move& push = pushes_.front();
        const Move& pop = pops_.front();
        if (pop.cycle < push.cycle || (pop.cycle == push.cycle && pop.pages <= in_use_))
            take_pop();
        else
            take_push();
    }
}

void Occupancy::push(std::uint64_t cycle, std::uint32_t pages) {
    pushes_.add(cycle, pages);
    settle();
}

void Occupancy::pop(std::uint64_t cycle, std::uint32_t pages) {
    pops_.add(cycle, pages);
    settle();
}

void Occupancy::end(std::uint64_t cycle) {
    while (!pushes_.empty()) take_push();
    while (!pops_.empty()) take_pop();
    pass(cycle);
}

}  // namespace ironbird::profile
