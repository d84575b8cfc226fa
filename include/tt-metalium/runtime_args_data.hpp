// A view of the runtime arguments of one kernel on one core; writing through it updates them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tt_stl/assert.hpp>

namespace tt::tt_metal {

struct RuntimeArgsData {
    std::uint32_t* rt_args_data;
    std::size_t rt_args_count;

    // Says on stderr what is wrong when the index is too large.
    bool in_bounds(std::size_t index) const noexcept;

    std::uint32_t& operator[](std::size_t index) noexcept {
        TT_ASSERT(in_bounds(index));
        return rt_args_data[index];
    }
    const std::uint32_t& operator[](std::size_t index) const noexcept {
        TT_ASSERT(in_bounds(index));
        return rt_args_data[index];
    }

    // Throws std::out_of_range.
    std::uint32_t& at(std::size_t index) { return rt_args_data[checked(index)]; }
    const std::uint32_t& at(std::size_t index) const { return rt_args_data[checked(index)]; }

    std::uint32_t* data() noexcept { return rt_args_data; }
    const std::uint32_t* data() const noexcept { return rt_args_data; }
    std::size_t size() const noexcept { return rt_args_count; }

 private:
    std::size_t checked(std::size_t index) const;
};

}  // namespace tt::tt_metal
