// A private header of upstream's that its tests include.
#pragma once

#include "tt_metal/fabric/fabric_context.hpp"
