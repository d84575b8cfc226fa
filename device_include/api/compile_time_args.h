// Compile-time arguments; the values themselves are defined by the build before the kernel.
#pragma once

#include "ironbird/compile_time.h"
