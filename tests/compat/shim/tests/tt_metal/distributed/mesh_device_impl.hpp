// A private header of upstream's that its tests include.
#pragma once

#include "distributed/mesh_device_impl.hpp"
