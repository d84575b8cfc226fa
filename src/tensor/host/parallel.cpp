// Items dealt out to threads as these become free.
#include "tensor/host/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace ironbird::tensor {

void for_each_item(std::size_t count, bool parallel, const std::function<void(std::size_t)>& work) {
    const std::size_t threads =
        std::min<std::size_t>(count, std::max(std::thread::hardware_concurrency(), 1u));
    if (!parallel || threads < 2) {
        for (std::size_t i = 0; i < count; i++) work(i);
        return;
    }
    std::vector<std::exception_ptr> errors(count);
    std::atomic<std::size_t> next = 0;
    const auto take_turns = [&] {
        for (std::size_t i; (i = next++) < count;) try {
                work(i);
            } catch (...) {
                errors[i] = std::current_exception();
            }
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t t = 1; t < threads; t++) others.emplace_back(take_turns);
        take_turns();
    }
    for (const auto& error : errors)
        if (error) std::rethrow_exception(error);
}

}  // namespace ironbird::tensor
