// Calls a function for each of several items, on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace ironbird::tensor {

// Returns when all are done; throws what the first failing item in order threw.
void for_each_item(std::size_t count, bool parallel, const std::function<void(std::size_t)>& work);

}  // namespace ironbird::tensor
