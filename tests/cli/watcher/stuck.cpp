// Waits for a page that nobody pushes, at a waypoint of its own if STEP is defined.
#include "api/dataflow/dataflow_api.h"
#include "api/debug/waypoint.h"

void kernel_main() {
#ifdef STEP
    WAYPOINT("STEP");
#endif
    cb_wait_front(0, 1);
}
