// Passes the address of a stack array through uint32_t, reads and writes it on the other side.
#include "result.hpp"

__attribute__((noinline)) static uint32_t sum_and_mark(uint32_t address, uint32_t count) {
    auto* words = reinterpret_cast<uint32_t*>(address);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += words[i];
    words[0] = 99;
    return sum;
}

void kernel_main() {
    uint32_t local[10];
    for (uint32_t i = 0; i < 10; ++i) local[i] = i;
    const auto address = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(&local[0]));
    const uint32_t sum = sum_and_mark(address, 10);
    leave({sum, static_cast<volatile uint32_t*>(local)[0]});
}
