// Unpack posts a semaphore of the Tensix engine; math waits for it and takes it, so many times.
#include "api/compute/common.h"

void kernel_main() {
    [[maybe_unused]] const auto posts = get_common_arg_val<uint32_t>(0),
                                takes = get_common_arg_val<uint32_t>(1);
    constexpr uint8_t semaphore = 7;
    UNPACK(t6_semaphore_init(semaphore, 0, 1);)
    UNPACK(mailbox_write(MathThreadId, 0);)
    MATH(mailbox_read(UnpackThreadId);)
    UNPACK(for (uint32_t i = 0; i < posts; ++i) {
        t6_semaphore_wait_on_max(semaphore);
        t6_semaphore_post(semaphore);
    })
    MATH(for (uint32_t i = 0; i < takes; ++i) {
        t6_semaphore_wait_on_zero(semaphore);
        t6_semaphore_get(semaphore);
    })
}
