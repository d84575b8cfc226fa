// Upstream's vector for short lists. It allocates here too: no list of the host API is on a hot
// path.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ttsl {

inline constexpr std::size_t SMALL_VECTOR_SIZE = 8;

template <typename T, std::size_t PREALLOCATED_SIZE = SMALL_VECTOR_SIZE>
struct SmallVector : std::vector<T> {
    using std::vector<T>::vector;

    template <typename Iterator>
    void append(Iterator first, Iterator last) {
        this->insert(this->end(), first, last);
    }
    void append(std::size_t count, const T& value) { this->insert(this->end(), count, value); }

    void truncate(std::size_t count) { this->resize(count); }

    T pop_back_val() {
        T last = std::move(this->back());
        this->pop_back();
        return last;
    }
};

}  // namespace ttsl

namespace tt::stl {
using namespace ::ttsl;
}  // namespace tt::stl

namespace ttnn {
template <typename T, std::size_t N = ttsl::SMALL_VECTOR_SIZE>
using SmallVector = ttsl::SmallVector<T, N>;
}  // namespace ttnn
