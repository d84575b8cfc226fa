// The cache folder as the command line sees it.
#include "jit/cache.hpp"

#include "base/options.hpp"
#include "jit/folder.hpp"
#include "jit/store.hpp"

namespace ironbird::jit {

std::shared_ptr<Store> store() {
    static std::mutex lock;
    static std::string wanted;
    static std::shared_ptr<Store> current;
    const std::lock_guard hold(lock);
    const std::string folder = configured_folder();
    if (current == nullptr || wanted != folder) {
        current = std::make_shared<Store>(folder);
        wanted = folder;
    }
    return current;
}

const std::string& cache_folder() {
    static std::string folder;
    return folder = store()->folder();
}

CacheInfo cache_info() {
    CacheInfo info = store()->info();
    info.limit_bytes = options().cache_limit_mib << 20;
    return info;
}

CacheInfo cache_clear() {
    CacheInfo before = cache_info();
    store()->clear();
    return before;
}

}  // namespace ironbird::jit
