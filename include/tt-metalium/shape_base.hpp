// A list of dimensions whose index may be negative, counted from the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <tt_stl/small_vector.hpp>
#include <tt_stl/span.hpp>
#include <utility>
#include <vector>

namespace tt::tt_metal {

// Shapes of rank 0 to 3 can be read as rank 4: the missing leading dimensions are 1. They are kept
// in front of the real ones and are reached only by negative indices.
class ShapeBase {
 public:
    using coord_type = std::uint32_t;
    using Container = ttsl::SmallVector<std::uint32_t>;

    ShapeBase() { init(); }
    explicit ShapeBase(const Container& shape) : value_(shape) { init(); }
    explicit ShapeBase(Container&& shape) : value_(std::move(shape)) { init(); }
    explicit ShapeBase(std::initializer_list<std::uint32_t> dims) : value_(dims) { init(); }
    explicit ShapeBase(ttsl::Span<const std::uint32_t> dims) : value_(dims.begin(), dims.end()) {
        init();
    }
    template <std::size_t N>
    explicit ShapeBase(const std::array<std::uint32_t, N>& dims)
        : value_(dims.begin(), dims.end()) {
        init();
    }

    template <std::size_t N>
    bool operator==(const std::array<std::uint32_t, N>& other) const {
        return std::equal(value_.begin(), value_.end(), other.begin(),
                          other.end());  // as rank 4 or more
    }
    bool operator==(const ShapeBase&) const = default;
    bool operator==(const Container& other) const {
        return std::equal(begin(), end(), other.begin(), other.end());
    }
    bool operator==(const std::vector<std::uint32_t>& other) const {
        return std::equal(begin(), end(), other.begin(), other.end());
    }

    std::uint32_t operator[](std::int32_t index) const { return value_[position(index)]; }
    std::uint32_t& operator[](std::int32_t index) { return value_[position(index)]; }

    Container::const_iterator cbegin() const { return value_.cbegin() + padding(); }
    Container::const_iterator cend() const { return value_.cend(); }
    Container::const_iterator begin() const { return cbegin(); }
    Container::const_iterator end() const { return cend(); }

    ttsl::Span<const std::uint32_t> view() const {
        return {value_.data() + padding(), original_size_};
    }
    bool empty() const { return original_size_ == 0; }

 protected:
    void init();
    std::size_t size() const { return original_size_; }

    Container value_;

 private:
    std::ptrdiff_t padding() const {
        return static_cast<std::ptrdiff_t>(value_.size() - original_size_);
    }
    std::size_t position(std::int32_t index) const;  // throws when out of range

    std::size_t original_size_ = 0;
};

}  // namespace tt::tt_metal
