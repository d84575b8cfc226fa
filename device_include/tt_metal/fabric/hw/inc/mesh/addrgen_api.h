// Pages of tensors in two dimensions: as on a line.
#pragma once

#include "tt_metal/fabric/hw/inc/linear/addrgen_api.h"
