// Switches of the kernel cache of 2025; the cache here is always on and never stale.
#pragma once

namespace tt::tt_metal::detail {

inline void EnablePersistentKernelCache() {}
inline void DisablePersistentKernelCache() {}

}  // namespace tt::tt_metal::detail
