// The packer's tables for this machine's instruction set.
#pragma once

#include "tile/pack/rows.hpp"

namespace ironbird::tile {

const PackTables& pack_tables();

}  // namespace ironbird::tile
