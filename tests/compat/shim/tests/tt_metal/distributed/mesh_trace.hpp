// A private header of upstream's that its tests include.
#pragma once

#include <tt-metalium/mesh_trace_id.hpp>
