// What numbers are made one by.
#pragma once

namespace reduction_common {

enum class ReduceType { Sum, Mean, Max, Min, Std, Var, Prod };

}  // namespace reduction_common
