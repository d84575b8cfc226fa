// The families of element-wise operations. They are compiled together: Highway's headers, read once
// per instruction set, cost as much as a family itself.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/sfpu/families.cpp"
#include "tile/sfpu/rows.hpp"
// The list of targets comes first.
#include <hwy/foreach_target.h>
// The functions follow it, once per target.
#include "tile/sfpu/functions-inl.h"
// The families follow the functions.
#include "tile/sfpu/activation-inl.h"
#include "tile/sfpu/arithmetic-inl.h"
#include "tile/sfpu/comparison-inl.h"
#include "tile/sfpu/conversion-inl.h"
#include "tile/sfpu/exponential-inl.h"
#include "tile/sfpu/integer-inl.h"
#include "tile/sfpu/special-inl.h"
#include "tile/sfpu/trigonometry-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {

Families families() {
    return {activation::rows(),  arithmetic::rows(), comparison::rows(), conversion::rows(),
            exponential::rows(), integer::rows(),    special::rows(),    trigonometry::rows()};
}

}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile::sfpu {

HWY_EXPORT(families);
Families families() {
    return HWY_DYNAMIC_DISPATCH(families)();
}

}  // namespace ironbird::tile::sfpu
#endif
