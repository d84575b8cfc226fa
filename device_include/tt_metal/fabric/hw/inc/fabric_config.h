// What a kernel can ask of the fabric that is running.
#pragma once

#include "hostdevcommon/fabric_common.h"
#include "tt_metal/fabric/fabric_edm_packet_header.hpp"

namespace tt::tt_fabric {

// Bytes of a packet's payload, as the first router has them.
FORCE_INLINE uint32_t get_fabric_max_packet_size() {
    const auto* info =
        reinterpret_cast<tt_l1_ptr tensix_fabric_connections_l1_info_t*>(FABRIC_CONNECTIONS_BASE);
    for (uint32_t i = 0; i < info->MAX_FABRIC_ENDPOINTS; i++)
        if (info->valid_connections_mask >> i & 1)
            return info->read_only[i].buffer_size_bytes - sizeof(PACKET_HEADER_TYPE);
    ASSERT(false);
    return 0;
}

}  // namespace tt::tt_fabric
