// A private header of upstream's that its tests include.
#pragma once

#include <tt-metalium/kernel.hpp>
#include <tt-metalium/kernel_types.hpp>
