// Prints from kernels.
#pragma once

#include "ironbird/print.h"
