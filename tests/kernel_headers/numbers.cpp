// Small arithmetic that kernels use by value: rounding, orders on bits, waypoints, prints.
#include <ironbird/prelude.h>
#define KERNEL_COMPILE_TIME_ARGS
#include <ironbird/kernel_begin.h>

#include "api/numeric/bfloat16.h"
#include "api/numeric/float32.h"

static_assert(align_power_of_2(0, 32) == 0 && align_power_of_2(33, 32) == 64);
static_assert(align(10, 12) == 12 && is_power_of_2(64) && !is_power_of_2(0));
static_assert(std::min(uint32_t{3}, sizeof(uint64_t)) == 3);
static_assert(ironbird::waypoint_code("AB") == ('A' | 'B' << 8));
static_assert(std::string_view(ironbird::print::kNameOf<unsigned>.data()) == "unsigned int");

void kernel_main() {
    DPRINT("{} {{}} {:#x} {1}\n", 1, 2u);
    DPRINT << HEX() << 255 << BF16(0x3f80) << ENDL();
    DPRINT_DATA0(DPRINT << "a stream" << ENDL());
    DPRINT_DATA0({ DPRINT << "a block"; });
    DPRINT_DATA0("a text\n");
    DPRINT_DATA0("a value {}\n", bf16_to_fp32(fp32_to_bf16(1.5f)));
    DPRINT_MATH("not here {}\n", 1);
    ASSERT(float32_greater(1, 0));
}
#include <ironbird/kernel_end.h>
