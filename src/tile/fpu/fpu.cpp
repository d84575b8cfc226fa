// Which matrix unit a mode gets.
#include "tile/fpu.hpp"

#include "tile/fpu/parts.hpp"

namespace ironbird::tile {

const Fpu& fpu(Arithmetic arithmetic) {
    return (arithmetic == Arithmetic::exact ? exact_functions() : fast_functions()).fpu;
}

}  // namespace ironbird::tile
