// How far the tensors of later calls may differ from the one that a program was made for.
#pragma once

#include <cstdint>

namespace tt::tt_metal {
class TensorSpec;
}

namespace tt::tt_metal::experimental {

struct TensorSpecRelaxations {
    bool match_padded_shape_only = false;
    bool dynamic_tensor_shape = false;  // only layout and rank must agree
};

bool tensorspecs_match_with_relaxation(const TensorSpec& a, const TensorSpec& b,
                                       const TensorSpecRelaxations& relaxation);
std::uint64_t hash_tensorspec_with_relaxation(const TensorSpec& spec,
                                              const TensorSpecRelaxations& relaxation);

}  // namespace tt::tt_metal::experimental
