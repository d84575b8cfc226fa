// Devices under the header name of 2025.
#pragma once

#include <tt-metalium/device.hpp>
#include <tt-metalium/tt_metal.hpp>
