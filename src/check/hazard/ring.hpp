// A queue whose memory stays: what is handed over thousands of times costs no allocation.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ironbird::check {

// Its size is a power of two; not safe against threads.
template <class T>
class Ring {
 public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    T& operator[](std::size_t i) { return slots_[(first_ + i) & (slots_.size() - 1)]; }
    T& front() { return (*this)[0]; }

    void push_back(T value) {
        if (size_ == slots_.size()) grow();
        (*this)[size_++] = std::move(value);
    }
    // What it held is let go at once.
    void pop_front() {
        front() = T{};
        first_ = (first_ + 1) & (slots_.size() - 1);
        size_--;
    }

 private:
    void grow() {
        std::vector<T> larger(slots_.empty() ? 4 : 2 * slots_.size());
        for (std::size_t i = 0; i < size_; i++) larger[i] = std::move((*this)[i]);
        slots_ = std::move(larger);
        first_ = 0;
    }

    std::vector<T> slots_;  // a power of two
    std::size_t first_ = 0, size_ = 0;
};

}  // namespace ironbird::check
