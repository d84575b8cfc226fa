// A vector whose first elements need no allocation; Boost's, under upstream's name.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <utility>

namespace ttsl {

inline constexpr std::size_t SMALL_VECTOR_SIZE = 8;

template <typename T, std::size_t PREALLOCATED_SIZE = SMALL_VECTOR_SIZE>
struct SmallVector : boost::container::small_vector<T, PREALLOCATED_SIZE> {
    using Base = boost::container::small_vector<T, PREALLOCATED_SIZE>;
    using Base::Base;
    using Base::operator=;

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
