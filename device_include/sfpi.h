// Hand-written code for the vector unit: 32 lanes at a time, straight from and to Dst.
#pragma once

#include "sfpi/lut.h"
