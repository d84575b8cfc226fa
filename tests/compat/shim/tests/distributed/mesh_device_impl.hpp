// A private header of upstream's that its tests include: here impl() is the device itself.
#pragma once

#include <tt-metalium/mesh_device.hpp>
