// Which Ironbird this is and which upstream API it models.
#pragma once

namespace ironbird {

inline constexpr const char* kVersion = "0.1.0";
inline constexpr const char* kUpstreamCommit = "e4f9f0bb8de";  // tenstorrent/tt-metal, August 2026

}  // namespace ironbird
