// One row per watcher.
#include "host/watchers.hpp"

namespace ironbird::host {

void attach_watchers(device::Engine&) {}

}  // namespace ironbird::host
