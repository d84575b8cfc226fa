// One line on a terminal while kernels are compiled.
#pragma once

#include <cstddef>
#include <mutex>

namespace ironbird::jit {

// Silent unless standard error is a terminal; wipes its line at the end. Thread-safe.
class Progress {
 public:
    explicit Progress(std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void done();

 private:
    void show() const;

    std::mutex lock_;
    std::size_t total_, done_ = 0;
    bool visible_;
};

}  // namespace ironbird::jit
