// A private header of upstream's that its tests include: here impl() is the view itself.
#pragma once

#include <tt-metalium/mesh_device_view.hpp>
