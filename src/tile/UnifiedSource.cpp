// What moves and computes tiles, as one unit: Highway's headers, read once per instruction set,
// cost more than most of these files. By its name clang's analyzer knows that it includes sources.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/UnifiedSource.cpp"
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include "tile/fpu/exact.cpp"
#include "tile/fpu/exact_reduce.cpp"
#include "tile/fpu/extreme.cpp"
#include "tile/fpu/fast.cpp"
#include "tile/fpu/fast_reduce.cpp"
#include "tile/fpu/moves.cpp"
#include "tile/pack/tables.cpp"
#include "tile/sfpu/mad.cpp"
#include "tile/unpack/transpose.cpp"
#include "tile/unpack/unpack.cpp"
