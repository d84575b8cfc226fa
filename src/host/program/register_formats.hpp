// Number formats inside the Tensix engine, as upstream's build derives them from those of the CBs.
#pragma once

#include <span>
#include <tt-metalium/kernel_types.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>
#include <vector>

namespace ironbird::host {

struct RegisterFormats {
    std::vector<tt::DataFormat> unpack_dst;  // what the unpackers put into Src
    std::vector<tt::DataFormat> pack_src;    // what the packer reads Dst as
};

// One entry per CB; Invalid where there is none. Throws where the formats cannot go together.
RegisterFormats register_formats(std::span<const tt::DataFormat> cbs,
                                 const tt::tt_metal::ComputeConfig& config);

// Raw formats are moved as the format of their width.
tt::DataFormat format_in_l1(tt::DataFormat format);

}  // namespace ironbird::host
