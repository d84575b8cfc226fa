// A header for kernels that upstream's tests read on the host.
#pragma once

#include <cstdint>

#include "../../../../../../../../device_include/tt_metal/fabric/hw/inc/tt_fabric_status.h"
