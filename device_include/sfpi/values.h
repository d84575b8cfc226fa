// Vectors by what their bits mean. Assignment changes only the lanes that are switched on.
#pragma once

#include "sfpi/mad.h"

namespace sfpi {

class Value {
 public:
    sfpi_inline Value() = default;
    sfpi_inline explicit Value(Lanes bits, Late late = 0) : bits_(bits), late_(late) {}
    sfpi_inline Value(const Value&) = default;
    sfpi_inline Value& operator=(const Value& v) {
        bits_ = choose(unit.on, v.bits_, bits_);
        late_ = v.late_;
        return *this;
    }
    sfpi_inline Lanes get() const { return bits_; }
    sfpi_inline Late late() const { return late_; }
    sfpi_inline void is_late(Late late) { late_ = late; }

 private:
    Lanes bits_;
    Late late_ = 0;
};

// 16-bit immediates.
class sFloat16a {
 public:
    template <class T>
        requires std::is_integral_v<T>
    constexpr explicit sFloat16a(T bits) : bits_(bits) {}
    constexpr std::uint32_t get() const { return bits_; }

 private:
    std::uint16_t bits_;
};
class sFloat16b {
 public:
    template <class T>
        requires std::is_integral_v<T>
    constexpr explicit sFloat16b(T bits) : bits_(bits) {}
    template <class T>
        requires std::is_floating_point_v<T>
    constexpr explicit sFloat16b(T x) : bits_(__builtin_bit_cast(std::uint32_t, float(x)) >> 16) {}
    constexpr std::uint32_t get() const { return bits_; }

 private:
    std::uint16_t bits_;
};
using s2vFloat16a = sFloat16a;
using s2vFloat16b = sFloat16b;

sfpi_inline constexpr std::uint32_t widened(sFloat16a x) {
    const std::uint32_t e = x.get() >> 10 & 31, m = x.get() & 1023;
    return (x.get() & 0x8000) << 16 | (e == 0 ? 0 : (e + 112) << 23 | m << 13);
}

class vFloat : public Value {
 public:
    sfpi_inline vFloat() = default;
    sfpi_inline vFloat(const vFloat&) = default;
    sfpi_inline vFloat& operator=(const vFloat&) = default;
    sfpi_inline explicit vFloat(Lanes bits, Late late = 0) : Value(bits, late) {}
    sfpi_inline explicit vFloat(FloatLanes x) : Value(bits_of(x)) {}
    sfpi_inline vFloat(float x) : Value(all_lanes(__builtin_bit_cast(std::uint32_t, x))) {
        issue_constant(x);
    }
    sfpi_inline vFloat(sFloat16a x) : Value(all_lanes(widened(x))) {}
    sfpi_inline vFloat(sFloat16b x) : Value(all_lanes(x.get() << 16)) {}
    sfpi_inline FloatLanes floats() const { return as_float(get()); }
};

class vUInt : public Value {
 public:
    sfpi_inline vUInt() = default;
    sfpi_inline vUInt(const vUInt&) = default;
    sfpi_inline vUInt& operator=(const vUInt&) = default;
    sfpi_inline explicit vUInt(Lanes bits) : Value(bits) {}
    template <class T>
        requires std::is_integral_v<T>
    sfpi_inline vUInt(T x) : Value(all_lanes(std::uint32_t(x))) {}
};

class vInt : public Value {
 public:
    sfpi_inline vInt() = default;
    sfpi_inline vInt(const vInt&) = default;
    sfpi_inline vInt& operator=(const vInt&) = default;
    sfpi_inline explicit vInt(Lanes bits) : Value(bits) {}
    sfpi_inline vInt(const vUInt& v) : Value(v.get()) {}
    template <class T>
        requires std::is_integral_v<T>
    sfpi_inline vInt(T x) : Value(all_lanes(std::uint32_t(x))) {}
    sfpi_inline operator vUInt() const { return vUInt(get()); }
};

// Sign and magnitude.
class vSMag : public Value {
 public:
    sfpi_inline vSMag() = default;
    sfpi_inline vSMag(const vSMag&) = default;
    sfpi_inline vSMag& operator=(const vSMag&) = default;
    sfpi_inline explicit vSMag(Lanes bits) : Value(bits) {}
    sfpi_inline explicit vSMag(std::uint32_t x) : Value(all_lanes(x)) {}
    sfpi_inline operator vUInt() const { return vUInt(get()); }
};

// The same bits with a promise about their range.
template <class Wide, int>
class Narrow : public Wide {
 public:
    sfpi_inline Narrow() = default;
    sfpi_inline Narrow(const Narrow&) = default;
    sfpi_inline Narrow& operator=(const Narrow&) = default;
    sfpi_inline explicit Narrow(Lanes bits) : Wide(bits) {}
};
using vFloat16a = Narrow<vFloat, 0>;
using vFloat16b = Narrow<vFloat, 1>;
using vMag = Narrow<vUInt, 0>;  // below 2^31: the same number signed, unsigned and as a magnitude
using vUInt16 = Narrow<vMag, 0>;
using vUInt8 = Narrow<vUInt16, 0>;
using vSMag16 = Narrow<vSMag, 0>;
using vSMag8 = Narrow<vSMag16, 0>;

template <class T>
concept FloatVector = std::is_base_of_v<vFloat, T>;
template <class T>
concept UnsignedVector = std::is_base_of_v<vUInt, T>;
template <class T>
concept SignedVector = std::is_base_of_v<vInt, T>;
template <class T>
concept WholeVector = UnsignedVector<T> || SignedVector<T>;
template <class T>
concept Vector = std::is_base_of_v<Value, T>;

// An instruction of one cycle on these.
template <class... V>
sfpi_inline void simple(const V&... operands) {
    reads(operands...);
    issue();
}

// The bits as they are, under another meaning: no instruction, the same moment.
template <Vector To>
sfpi_inline To as(const Value& v) {
    To to(v.get());
    to.is_late(v.late());
    return to;
}
template <Vector To>
sfpi_inline To reinterpret(const Value& v) {
    return as<To>(v);
}

}  // namespace sfpi
