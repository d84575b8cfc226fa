// Meetings of the processes of one machine.
#include "device/joint.hpp"

namespace ironbird::device {
namespace {

// Fruitless queries in a row after which a processor counts as waiting.
constexpr std::uint32_t kSpinsAreWaiting = 200'000;

}  // namespace

void look_for_spins(std::span<ChipModel* const> chips, Standing& now) {
    for (ChipModel* chip : chips) {
        now.gets_on |= chip->in_flight();
        for (std::uint32_t c = 0; c < chip->cores() && !now.gets_on; c++) {
            for (const Processor& p : chip->core(c).processors) {
                if (p.state != State::ready) continue;
                now.repeats = true;
                now.gets_on |= p.spins < kSpinsAreWaiting;
            }
        }
    }
}

Standing Joint::tell(Standing own, std::span<ChipModel* const> chips) {
    times_.clear();
    for (const ChipModel* chip : chips) {
        const Cycles earliest = chip->earliest();
        times_.push_back({chip->id(), earliest});
        own.earliest = std::min(own.earliest, earliest);
        own.oldest_packet = std::min(own.oldest_packet, chip->oldest_packet());
        if (!chip->linked()) continue;
        own.linked = std::min(own.linked, earliest);
        own.lookahead =
            std::min(own.lookahead, Cycles{chip->plan().product().ethernet.latency_cycles});
    }
    return peers_->meet(own, times_);
}

void Joint::meet(Standing own, std::span<ChipModel* const> chips, noc::Pool& pool) {
    all_ = tell(own, chips);
    for (const FarFrame& f : peers_->arrivals())
        for (ChipModel* chip : chips)
            if (chip->id() == f.to.chip) chip->receive(f, pool);
    if (!all_.stop) return;
    agree();
    throw EndedElsewhere{};
}

void Joint::leave(std::span<ChipModel* const> chips) {
    if (alone() || agreed_) return;
    agree();
    try {
        tell({.stop = true}, chips);
    } catch (...) {  // NOLINT(bugprone-empty-catch): the first error is the one to report
    }
}

}  // namespace ironbird::device
