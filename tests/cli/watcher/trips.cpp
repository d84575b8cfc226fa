// Trips its assertion behind a waypoint.
#include "api/dataflow/dataflow_api.h"
#include "api/debug/assert.h"
#include "api/debug/waypoint.h"

void kernel_main() {
    WAYPOINT("AST1");
    ASSERT(get_absolute_logical_x() == 0);
}
