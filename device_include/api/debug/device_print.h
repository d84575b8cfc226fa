// Prints from kernels, under the name of 2026.
#pragma once

#include "ironbird/print.h"
