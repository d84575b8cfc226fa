// The engine of rank 0: its own chips, and those that other ranks run for it.
#pragma once

#include "ranks/protocol.hpp"

namespace ironbird::ranks {

// Joins the ranks of mpirun for a machine of so many chips. Throws usage, naming the rank, where
// they do not fit together, and if there are more ranks than chips.
std::unique_ptr<device::Engine> make_ranked_engine(const device::EngineOptions& options,
                                                   std::uint32_t chips, const Identity& mine);

}  // namespace ironbird::ranks
