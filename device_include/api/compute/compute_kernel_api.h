// The umbrella header of compute kernels, as far as it needs no Tensix.
#pragma once

#include "api/compute/common.h"
