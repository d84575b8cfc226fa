// The chips at the moment of a hang: who waits for what, how the others ended, and where that was.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/count_text.hpp"
#include "check/finding.hpp"
#include "device/fault/lines.hpp"
#include "device/hang.hpp"

namespace ironbird::check {

// How sure it is that a wait is the cause and not a consequence.
enum class Strength : std::uint8_t {
    follows,     // whoever could end it waits too
    unsupplied,  // nobody has begun to supply it
    forsaken,    // the same, and nobody is left who could
    short_of,    // all who supply it have done so, and it is not enough
    ring,        // waits that wait for each other
    stolen,      // somebody else took what it waits for
    ended,       // those who supply it have ended
    impossible,  // no order of events could satisfy it
};

// Why one processor waits. `rule` is a row of check::rules().
struct Verdict {
    std::string_view rule;
    Strength strength = Strength::follows;
    std::string summary;         // without the core
    std::vector<Party> parties;  // the waiting one first
    std::string because, remedy;
    std::vector<std::size_t> on;  // waiters on which it waits in turn
    bool guessed = false;         // `on` lists who may come into question
};

// A processor that waits, or asks the same thing again and again.
struct Waiter {
    const device::Processor* p;
    sim::Wait wait;
    bool asks;
    Place place;
    Verdict verdict;

    const device::Core& core() const { return *p->core; }
};

enum class Fate : std::uint8_t { absent, waits, runs, ended };

// Built from a Hang when nothing runs any more, on the host's stack; gone once it is explained.
class World {
 public:
    explicit World(const device::Hang& hang);

    const device::Hang& hang;
    std::vector<Waiter> waiters;

    // A processor of a core in this launch; absent: it has no kernel.
    Fate fate(const device::Core& core, std::uint32_t processor) const;
    const abi::Kernel* kernel(const device::Core& core, std::uint32_t processor) const;
    std::optional<std::size_t> waiter(const device::Core& core, std::uint32_t processor) const;
    const device::Core* core(std::uint32_t chip, std::uint32_t index) const;

    // Cores of all launches that have begun, in order.
    const std::vector<const device::Core*>& cores() const { return cores_; }

    // A call site that a processor passed, whether or not it has ended.
    Place at(const device::Core& core, std::uint32_t processor, std::uintptr_t site, Cycles cycle);
    // Where a processor that has not ended stands.
    Place standing(const device::Processor& p);

 private:
    void add(const device::Processor& p);

    device::Lines lines_;
    std::vector<const device::Core*> cores_;
    std::map<const device::Core*, const device::CoreLaunch*> plans_;
    std::map<const device::Processor*, std::size_t> index_;
};

// ---- words

std::string core_name(const device::Core& core);  // core (1,2), with its device if not 0
// "NCRISC", with its core where that is another than `seen_from`.
std::string name_of(const device::Core& core, std::uint32_t processor,
                    const device::Core& seen_from);

// ---- one wait, by its kind
Verdict explain_cb(World& world, const Waiter& w);
Verdict explain_word(World& world, const Waiter& w);
Verdict explain_barrier(World& world, const Waiter& w);
Verdict explain_handover(World& world, const Waiter& w);
Verdict explain_other(World& world, const Waiter& w);

// The first party of every verdict: who waits, with the call and how far it is.
Party waiting_party(const Waiter& w, const std::string& call, const std::string& rest);

// A processor that could have supplied something, and how it ended; `deeds` says what it had done.
Party supplier_party(World& world, const device::Core& core, std::uint32_t processor,
                     std::uintptr_t site, Cycles cycle, const std::string& deeds,
                     const Waiter& seen_from);

}  // namespace ironbird::check
