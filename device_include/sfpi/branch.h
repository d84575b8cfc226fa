// Conditions by lane, and v_if, which switches lanes off.
#pragma once

#include "sfpi/values.h"

namespace sfpi {

class vBool {
 public:
    sfpi_inline explicit vBool(Lanes mask) : mask_(mask) {}
    template <class T>
        requires(WholeVector<T> || std::is_base_of_v<vSMag, T>)
    sfpi_inline vBool(const T& v) : mask_((Lanes)(v.get() != 0u)) {
        reads(v);
        issue();
    }
    sfpi_inline Lanes get() const { return mask_; }
    sfpi_inline operator vInt() const { return vInt(mask_ & 1u); }

 private:
    Lanes mask_;
};

sfpi_inline vBool operator&&(vBool a, vBool b) {
    return vBool(a.get() & b.get());
}
// The unit narrows conditions: either is "not neither".
sfpi_inline vBool operator||(vBool a, vBool b) {
    issue(2);
    return vBool(a.get() | b.get());
}
sfpi_inline vBool operator!(vBool a) {
    return vBool(~a.get());
}

// The lanes of one v_if: those that came to it, and those that no branch has had yet. Leaving the
// scope, by any way, switches the former on again. The outermost needs no room on the unit's stack
// of conditions; its end switches all lanes on.
class Branch {
 public:
    sfpi_inline Branch() : outer_(unit.on), left_(unit.on) {
        if (unit.depth++ != 0) issue();
    }
    sfpi_inline ~Branch() {
        unit.on = outer_;
        --unit.depth;
        issue();
    }
    Branch(const Branch&) = delete;
    Branch& operator=(const Branch&) = delete;

    sfpi_inline void take(vBool condition) {
        unit.on = left_ & condition.get();
        left_ &= ~condition.get();
    }
    sfpi_inline void take_rest() {
        issue();
        unit.on = left_;
    }
    sfpi_inline void narrow(vBool condition) { unit.on &= condition.get(); }

 private:
    Lanes outer_, left_;
};

}  // namespace sfpi

#define v_if(...)                 \
    {                             \
        ::sfpi::Branch ib_branch; \
        ib_branch.take(__VA_ARGS__);
#define v_elseif(...)      \
    ib_branch.take_rest(); \
    ib_branch.take(__VA_ARGS__);
#define v_else ib_branch.take_rest();
#define v_endif }

#define v_block \
    {           \
        ::sfpi::Branch ib_branch;
#define v_and(...) ib_branch.narrow(__VA_ARGS__)
#define v_endblock }
