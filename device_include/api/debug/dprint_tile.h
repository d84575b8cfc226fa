// Prints of tiles (TileSlice).
#pragma once

#include "ironbird/print.h"
