// A set of bits named by an enumeration.
#pragma once

#include <type_traits>

template <typename E>
class Flags {
    static_assert(std::is_enum_v<E>);

 public:
    using Underlying = std::underlying_type_t<E>;

    constexpr Flags() noexcept = default;
    constexpr Flags(E value) noexcept : bits_(static_cast<Underlying>(value)) {}
    constexpr Flags(E a, E b) noexcept : Flags(Flags(a) | b) {}
    constexpr explicit Flags(Underlying bits) noexcept : bits_(bits) {}

    constexpr Flags operator|(Flags o) const noexcept {
        return Flags(static_cast<Underlying>(bits_ | o.bits_));
    }
    constexpr Flags operator&(Flags o) const noexcept {
        return Flags(static_cast<Underlying>(bits_ & o.bits_));
    }
    constexpr Flags operator|(E o) const noexcept { return *this | Flags(o); }
    constexpr Flags operator&(E o) const noexcept { return *this & Flags(o); }

    constexpr bool test(E wanted) const noexcept {
        return (*this & wanted).bits_ == Flags(wanted).bits_;
    }
    constexpr void set(E which, bool on = true) noexcept {
        const Underlying mask = Flags(which).bits_;
        bits_ = static_cast<Underlying>(on ? bits_ | mask : bits_ & ~mask);
    }
    constexpr Underlying raw() const noexcept { return bits_; }

 private:
    Underlying bits_ = 0;
};
