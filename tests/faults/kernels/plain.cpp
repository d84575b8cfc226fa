// A kernel that compiles without arguments; the cache tests damage its entry.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));
    *word = *word + 1;
}
