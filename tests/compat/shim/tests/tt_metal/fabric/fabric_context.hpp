// A private header of upstream's that its tests include.
#pragma once

#include <tt-metalium/experimental/fabric/control_plane.hpp>
