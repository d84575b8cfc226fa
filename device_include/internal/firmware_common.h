// What kernels expect of the firmware's common header.
#pragma once

#include "internal/hw_thread.h"
#include "risc_common.h"
