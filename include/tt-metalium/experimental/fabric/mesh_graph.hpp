// Directions of ways between the chips of a mesh.
#pragma once

namespace tt::tt_fabric {

enum class RoutingDirection {
    N = 0,
    E = 1,
    S = 2,
    W = 3,
    Z = 4,
    C = 5,     // here
    NONE = 6,  // not to be reached
};

}  // namespace tt::tt_fabric
