// Watchers and hooks of each thread.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <tt-metalium/graph_tracking.hpp>

#include "base/require.hpp"

namespace tt::tt_metal {

namespace {

// Upstream keeps them by thread too: a capture sees what its own thread does.
struct Watchers {
    std::vector<std::shared_ptr<IGraphProcessor>> processors;
    std::shared_ptr<IGraphHooks> hook;
};

// Made by whoever adds one. Never destroyed: buffers may still go when the thread's own objects
// are gone.
thread_local Watchers* watchers = nullptr;

Watchers& mine() {
    if (watchers == nullptr) watchers = new Watchers;
    return *watchers;
}

}  // namespace

nlohmann::json IGraphProcessor::end_capture() {
    return nullptr;
}

GraphTracker& GraphTracker::instance() {
    static GraphTracker& one = *new GraphTracker;
    return one;
}

const std::vector<std::shared_ptr<IGraphProcessor>>& GraphTracker::get_processors() const {
    static const auto& none = *new std::vector<std::shared_ptr<IGraphProcessor>>;
    return watchers != nullptr ? watchers->processors : none;
}
const std::shared_ptr<IGraphHooks>& GraphTracker::get_hook() const {
    static const auto& none = *new std::shared_ptr<IGraphHooks>;
    return watchers != nullptr ? watchers->hook : none;
}

bool GraphTracker::is_enabled() const {
    return std::ranges::any_of(get_processors(),
                               [](const auto& each) { return each->is_capture_processor(); });
}

void GraphTracker::push_processor(const std::shared_ptr<IGraphProcessor>& processor) {
    mine().processors.push_back(processor);
}
void GraphTracker::pop_processor() {
    if (!get_processors().empty()) mine().processors.pop_back();
}
bool GraphTracker::add_hook(const std::shared_ptr<IGraphHooks>& hook) {
    if (mine().hook != nullptr) return false;
    mine().hook = hook;
    return true;
}
void GraphTracker::clear_hook() {
    mine().hook = nullptr;
}
void GraphTracker::clear() {
    mine().processors.clear();
    clear_hook();
}

void GraphTracker::track_allocate(const Buffer* buffer) {
    for (const auto& each : get_processors()) each->track_allocate(buffer);
}
void GraphTracker::track_deallocate(Buffer* buffer) {
    for (const auto& each : get_processors()) each->track_deallocate(buffer);
}
void GraphTracker::track_allocate_cb(const CoreRangeSet& cores, uint64_t addr, uint64_t size,
                                     bool is_globally_allocated, const IDevice* device) {
    for (const auto& each : get_processors())
        each->track_allocate_cb(cores, addr, size, is_globally_allocated, device);
}
void GraphTracker::track_allocate_dataflow_buffer(const CoreRangeSet& cores, uint64_t addr,
                                                  uint64_t size, bool borrows_memory,
                                                  const IDevice* device) {
    for (const auto& each : get_processors())
        each->track_allocate_dataflow_buffer(cores, addr, size, borrows_memory, device);
}
void GraphTracker::track_allocate_scratchpad(const CoreRangeSet& cores, uint64_t addr,
                                             uint64_t size, const IDevice* device) {
    for (const auto& each : get_processors())
        each->track_allocate_scratchpad(cores, addr, size, device);
}
void GraphTracker::track_deallocate_cb(const IDevice* device) {
    for (const auto& each : get_processors()) each->track_deallocate_cb(device);
}
void GraphTracker::track_program(Program* program, const IDevice* device) {
    for (const auto& each : get_processors()) each->track_program(program, device);
}

bool GraphTracker::hook_allocate(const Buffer* buffer) {
    if (get_hook() == nullptr || !get_hook()->hook_allocate(buffer)) return false;
    const std::lock_guard lock(mutex_);
    ironbird::require(hooked_buffers_.insert(buffer).second, ironbird::Fault::buffer_config,
                      "Can't hook allocation of a buffer which is already allocated");
    return true;
}
bool GraphTracker::hook_deallocate(Buffer* buffer) {
    const std::lock_guard lock(mutex_);
    if (hooked_buffers_.erase(buffer) == 0) return false;
    // A hooked buffer has no memory, whatever the hook says and even if it is gone.
    if (get_hook() != nullptr) get_hook()->hook_deallocate(buffer);
    return true;
}
bool GraphTracker::hook_write_to_device(const Buffer* buffer) {
    return get_hook() != nullptr && get_hook()->hook_write_to_device(buffer);
}
bool GraphTracker::hook_write_to_device(const distributed::MeshBuffer* mesh_buffer) {
    return get_hook() != nullptr && get_hook()->hook_write_to_device(mesh_buffer);
}
bool GraphTracker::hook_read_from_device(Buffer* buffer) {
    return get_hook() != nullptr && get_hook()->hook_read_from_device(buffer);
}
bool GraphTracker::hook_read_from_device(const distributed::MeshBuffer* mesh_buffer) {
    return get_hook() != nullptr && get_hook()->hook_read_from_device(mesh_buffer);
}
bool GraphTracker::hook_program(Program* program) {
    return get_hook() != nullptr && get_hook()->hook_program(program);
}

}  // namespace tt::tt_metal
