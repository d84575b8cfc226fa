// A compute kernel of 2025 that calls no compute API, as the math processor sees it.
#include <ironbird/prelude.h>
#define IB_FP32_DEST_ACC 1
#include <ironbird/kernel_begin.h>

#include "compute_kernel_api/common.h"

static_assert(DST_ACCUM_MODE && DST_SYNC_MODE == DstSync::SyncHalf);

namespace NAMESPACE {

void MAIN {
    int processors = 0;
    UNPACK(processors += 100);
    MATH(processors += 1);
    PACK(processors += 100);
    cb_wait_front(tt::CBIndex::c_0, get_arg_val<uint32_t>(0));
    DPRINT_MATH("{}\n", processors);
}

}  // namespace NAMESPACE
#include <ironbird/kernel_end.h>
