// A standard allocator that hands out memory at a stricter alignment.
#pragma once

#include <cstddef>
#include <new>

namespace ttsl {

template <typename T, std::size_t Alignment = alignof(T)>
class aligned_allocator {
    static_assert(Alignment >= alignof(T));

 public:
    using value_type = T;
    static constexpr std::align_val_t alignment{Alignment};

    template <typename U>
    struct rebind {
        using other = aligned_allocator<U, Alignment>;
    };

    constexpr aligned_allocator() noexcept = default;
    template <typename U>
    constexpr aligned_allocator(const aligned_allocator<U, Alignment>&) noexcept {}

    [[nodiscard]] T* allocate(std::size_t count) const {
        if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
        return static_cast<T*>(::operator new(count * sizeof(T), alignment));
    }
    void deallocate(T* memory, std::size_t) const noexcept { ::operator delete(memory, alignment); }

    template <typename U>
    constexpr bool operator==(const aligned_allocator<U, Alignment>&) const noexcept {
        return true;
    }
};

}  // namespace ttsl

namespace tt::stl {
using namespace ::ttsl;
}  // namespace tt::stl
