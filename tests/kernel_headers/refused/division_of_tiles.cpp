// The matrix unit does not divide.
#include <ironbird/prelude.h>
#define IB_FP32_DEST_ACC 0
#include <ironbird/kernel_begin.h>

#include "api/compute/bcast.h"

void kernel_main() {
    any_tiles_bcast<EltwiseBinaryType::ELWDIV, BroadcastType::ROW>(0, 1, 0, 0, 0);
}
#include <ironbird/kernel_end.h>
