// A set of enumerators of a bit-flag enum.
#pragma once

#include <type_traits>

template <typename E>
class Flags {
 public:
    static_assert(std::is_enum_v<E>, "Flags needs an enum");
    using Underlying = std::underlying_type_t<E>;

    constexpr Flags() noexcept = default;
    constexpr Flags(E one) noexcept : bits_(static_cast<Underlying>(one)) {}
    constexpr Flags(E a, E b) noexcept : Flags(Flags(a) | Flags(b)) {}
    constexpr explicit Flags(Underlying bits) noexcept : bits_(bits) {}

    constexpr Flags operator|(Flags other) const noexcept {
        return Flags(Underlying(bits_ | other.bits_));
    }
    constexpr Flags operator|(E other) const noexcept { return *this | Flags(other); }
    constexpr Flags operator&(E other) const noexcept {
        return Flags(Underlying(bits_ & Flags(other).bits_));
    }
    constexpr Flags& operator|=(Flags other) noexcept { return *this = *this | other; }

    // True when every bit of `asked` is set.
    constexpr bool test(E asked) const noexcept {
        return (*this & asked).bits_ == Flags(asked).bits_;
    }

    constexpr void set(E which, bool value = true) noexcept {
        const Underlying mask = Flags(which).bits_;
        bits_ = static_cast<Underlying>(value ? bits_ | mask : bits_ & ~mask);
    }

    constexpr Underlying raw() const noexcept { return bits_; }
    constexpr bool operator==(const Flags&) const noexcept = default;

 private:
    Underlying bits_ = 0;
};
