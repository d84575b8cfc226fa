// Sizes before and after conversions.
#include "tensor/host/shard_size.hpp"

#include "tensor/require.hpp"

namespace ironbird::tensor {

void need_packed_size(const tt::tt_metal::HostBuffer& shard, const tt::tt_metal::TensorSpec& spec,
                      std::string_view what, std::string_view when) {
    const std::size_t want = spec.compute_packed_buffer_size_bytes(),
                      have = shard.view_bytes().size();
    require(have == want, "{} shard size mismatch {} conversion: {} bytes where {} has {}", what,
            when, have, spec, want);
}

void need_same_physical(const tt::tt_metal::TensorSpec& from, const tt::tt_metal::TensorSpec& to,
                        std::string_view what, tt::tt_metal::Layout layout) {
    require(from.physical_shape() == to.physical_shape(),
            "{}: Converting layout to {} implicitly changed physical shape from {} to {} due to "
            "alignment constraints. Give a spec without such padding, or pad the tensor explicitly "
            "before conversion.",
            what, layout, from.physical_shape(), to.physical_shape());
}

}  // namespace ironbird::tensor
