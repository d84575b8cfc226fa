// Does not compile: line 6 calls a function that nobody declares.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0);
    no_such_call(first);
}
