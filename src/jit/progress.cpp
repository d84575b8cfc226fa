// The progress line.
#include "jit/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace ironbird::jit {

Progress::Progress(std::size_t total)
    : total_(total), visible_(total > 0 && isatty(STDERR_FILENO) == 1) {
    show();
}

Progress::~Progress() {
    if (visible_) fmt::print(stderr, "\r\033[K");
}

void Progress::done() {
    const std::lock_guard hold(lock_);
    done_++;
    show();
}

void Progress::show() const {
    if (!visible_) return;
    fmt::print(stderr, "\r\033[Kcompiling kernels: {}/{}", done_, total_);
    std::fflush(stderr);
}

}  // namespace ironbird::jit
