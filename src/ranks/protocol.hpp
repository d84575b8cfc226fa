// What rank 0 asks of the others, and how they begin.
#pragma once

#include <string>

#include "ranks/rank_peers.hpp"

namespace ironbird::ranks {

// Who takes part; all ranks must say the same.
struct Identity {
    std::string version;  // of Ironbird
    std::string program;  // that `ironbird run` was given
};

// Why a rank may not take part; empty: it may.
std::string mismatch(const Identity& mine, const Identity& other, std::uint32_t rank);

// Why a machine of so many chips cannot have so many ranks.
std::string too_many(std::uint32_t ranks, std::uint32_t chips);

// Several in one message. Those marked with a star are answered: an Answer, then what they say.
enum class Ask : std::uint8_t {
    add_chip,      // id, product
    remove_chip,   // id
    connect,       // two ends
    set_routers,   // chip, routers
    write_l1,      // chip, core, address, bytes
    clear_l1,      // chip
    write_dram,    // chip, bank, address, bytes
    read_l1,       // * chip, core, address, size: bytes
    read_dram,     // * chip, bank, address, size: bytes
    traffic,       // * chip: traffic, usage
    link_traffic,  // * chip, channel: traffic
    kernel,        // place; its number is how many there were before
    start,         // launch id, launch
    prints,        // whether they are wanted
    advance,       // * completions, lines, warnings
    end,
    count_,
};

enum class Answer : std::uint8_t {
    done,
    failed,     // an error follows
    elsewhere,  // another rank says why
};

// How rank 0 receives the others.
struct Welcome {
    std::string refusal;  // empty: come in
    device::EngineOptions options;
    Spread spread;
};
Out& operator<<(Out& out, const Welcome& welcome);
In& operator>>(In& in, Welcome& welcome);

// The others' first words.
Out greeting(const Identity& mine);

// Rank 0: hears who the others are, and answers all of them. Throws usage with the refusal.
void receive_ranks(Link& link, const Identity& mine, const Welcome& welcome);

// What the others wait for is not going to come: lets them go. Rank 0 has no part in it.
void dismiss(Link& link);

// Threads of a rank that shares its machine with others.
std::uint32_t threads_beside(const Link& link);

}  // namespace ironbird::ranks
