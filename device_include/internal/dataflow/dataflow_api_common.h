// NoC of the kernel, command buffers, bank tables.
#pragma once

#include "ironbird/banks.h"
