// A number minus a tile, by its older header.
#pragma once

#include "api/compute/eltwise_unary/rsub.h"
