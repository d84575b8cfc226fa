// Unpack sends words to math through the mailbox; math reads so many.
#include "api/compute/common.h"

void kernel_main() {
    constexpr uint32_t words = get_compile_time_arg_val(0), read = get_compile_time_arg_val(1);
    UNPACK(for (uint32_t i = 0; i < words; ++i) mailbox_write(MathThreadId, i);)
    MATH(for (uint32_t i = 0; i < read; ++i) mailbox_read(UnpackThreadId);)
}
