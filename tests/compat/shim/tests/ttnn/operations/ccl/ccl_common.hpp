// A private header of upstream's that its tests include.
#pragma once

#include "ttnn/operations/ccl/ccl_host_types.hpp"
