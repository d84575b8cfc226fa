// Unpack sends words to math through the mailbox; math reads so many.
#include "api/compute/common.h"

void kernel_main() {
    [[maybe_unused]] const auto words = get_common_arg_val<uint32_t>(0),
                                read = get_common_arg_val<uint32_t>(1);
    UNPACK(for (uint32_t i = 0; i < words; ++i) mailbox_write(MathThreadId, i);)
    MATH(for (uint32_t i = 0; i < read; ++i) mailbox_read(UnpackThreadId);)
}
