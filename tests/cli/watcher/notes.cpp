// Tells the watcher all that a kernel can, and ends.
#include "api/dataflow/dataflow_api.h"
#include "api/debug/pause.h"
#include "api/debug/ring_buffer.h"
#include "api/debug/waypoint.h"

void kernel_main() {
    WAYPOINT("BEG");
    for (uint32_t i = 0; i < 40; i++) WATCHER_RING_BUFFER_PUSH(i + 1);
    PAUSE();
}
