// A private header of upstream's that its tests include.
#pragma once

#include "impl/context/metal_context.hpp"
