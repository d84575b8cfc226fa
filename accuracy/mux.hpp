// A mux between workers and a core that plays the router, as upstream measures it.
#pragma once

#include <cstdint>
#include <string>

namespace tt::tt_metal::distributed {
class MeshDevice;
}

namespace ironbird::accuracy {

struct MuxLoad {
    std::uint32_t full, headers;  // clients that send packets and headers alone
    std::uint32_t slots;          // of each channel
    std::uint32_t rounds;         // between looks at whether it shall end
    std::uint32_t bytes;          // of a packet's payload
};
// "full8 header2 slots8 rounds32". Throws DataError.
MuxLoad mux_load(const std::string& text, std::uint32_t bytes);
// Of all clients together, on the first device, in bytes a cycle.
double mux_rate(tt::tt_metal::distributed::MeshDevice& mesh, const MuxLoad& load);

}  // namespace ironbird::accuracy
