// Calls of several threads.
#pragma once

#include <mutex>

namespace ttnn::detail {

// A cached program has one set of addresses: who writes it holds this until the program is
// enqueued.
class Dispatching {
 public:
    Dispatching();

 private:
    std::unique_lock<std::recursive_mutex> lock_;
};

}  // namespace ttnn::detail
