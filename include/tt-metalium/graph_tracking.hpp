// Watchers of what a program allocates and runs, and hooks that may take its place.
#pragma once

#include <any>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace tt::tt_metal {

class IDevice;
class Program;

// A reference to an argument, with what turns it into text.
struct TrackedArgument {
    std::any value;
    std::string (*to_string_fn)(const std::any&);
};

// Whoever tracks functions defines it for the types of their arguments.
template <typename T>
std::string serialize_tracked_arg(const std::any& a);

class IGraphProcessor {
 public:
    enum class RunMode {
        NORMAL,
        NO_DISPATCH,  // nothing is allocated and no program runs
    };

    IGraphProcessor() = default;
    virtual ~IGraphProcessor() = default;

    virtual bool is_capture_processor() const { return true; }

    virtual void track_allocate(const Buffer*) {}
    virtual void track_deallocate(Buffer*) {}
    virtual void track_allocate_cb(const CoreRangeSet&, uint64_t /*addr*/, uint64_t /*size*/,
                                   bool /*is_globally_allocated*/, const IDevice*) {}
    virtual void track_allocate_dataflow_buffer(const CoreRangeSet&, uint64_t /*addr*/,
                                                uint64_t /*size*/, bool /*borrows_memory*/,
                                                const IDevice*) {}
    virtual void track_allocate_scratchpad(const CoreRangeSet&, uint64_t /*addr*/,
                                           uint64_t /*size*/, const IDevice*) {}
    virtual void track_deallocate_cb(const IDevice*) {}
    virtual void track_program(Program*, const IDevice*) {}
    virtual void track_function_start(std::string_view /*function_name*/,
                                      std::span<TrackedArgument>) {}
    virtual void track_function_end() {}
    virtual void track_function_end(const std::any& /*output*/) {}

    virtual void begin_capture(RunMode) {}
    virtual nlohmann::json end_capture();
};

// True from a hook means that it has been dealt with: the runtime leaves it.
class IGraphHooks {
 public:
    IGraphHooks() = default;
    virtual ~IGraphHooks() = default;

    virtual bool hook_allocate(const Buffer* buffer) = 0;
    virtual bool hook_deallocate(Buffer* buffer) = 0;
    virtual bool hook_program(Program* program) = 0;
    virtual bool hook_write_to_device(const Buffer* buffer) = 0;
    virtual bool hook_read_from_device(Buffer* buffer) = 0;
    virtual bool hook_read_from_device(const distributed::MeshBuffer* mesh_buffer) = 0;
    virtual bool hook_write_to_device(const distributed::MeshBuffer* mesh_buffer) = 0;
};

// Processors and the hook belong to the thread that set them.
class GraphTracker {
 public:
    GraphTracker(const GraphTracker&) = delete;
    GraphTracker& operator=(const GraphTracker&) = delete;

    static GraphTracker& instance();

    bool is_enabled() const;  // somebody captures

    void push_processor(const std::shared_ptr<IGraphProcessor>& processor);
    void pop_processor();
    bool add_hook(const std::shared_ptr<IGraphHooks>& hook);  // false: there is one already

    void track_allocate(const Buffer* buffer);
    void track_deallocate(Buffer* buffer);
    void track_allocate_cb(const CoreRangeSet& core_range_set, uint64_t addr, uint64_t size,
                           bool is_globally_allocated, const IDevice* device);
    void track_allocate_dataflow_buffer(const CoreRangeSet& core_range_set, uint64_t addr,
                                        uint64_t size, bool borrows_memory, const IDevice* device);
    void track_allocate_scratchpad(const CoreRangeSet& core_range_set, uint64_t addr, uint64_t size,
                                   const IDevice* device);
    void track_deallocate_cb(const IDevice* device);
    void track_program(Program* program, const IDevice* device);

    template <class... Args>
    void track_function_start(std::string_view function_name, Args&&... args) {
        if (get_processors().empty()) return;
        std::array<TrackedArgument, sizeof...(Args)> list{TrackedArgument{
            std::any(std::ref(args)), &serialize_tracked_arg<std::remove_reference_t<Args>>}...};
        for (const auto& each : get_processors()) each->track_function_start(function_name, list);
    }
    void track_function_end() {
        for (const auto& each : get_processors()) each->track_function_end();
    }
    template <class ReturnType>
    void track_function_end(ReturnType& output_tensors) {
        for (const auto& each : get_processors())
            each->track_function_end(std::any(std::ref(output_tensors)));
    }

    bool hook_allocate(const Buffer* buffer);
    bool hook_deallocate(Buffer* buffer);
    bool hook_write_to_device(const Buffer* buffer);
    bool hook_write_to_device(const distributed::MeshBuffer* mesh_buffer);
    bool hook_read_from_device(Buffer* buffer);
    bool hook_read_from_device(const distributed::MeshBuffer* mesh_buffer);
    bool hook_program(Program* program);

    const std::vector<std::shared_ptr<IGraphProcessor>>& get_processors() const;
    const std::shared_ptr<IGraphHooks>& get_hook() const;

    void clear();
    void clear_hook();

 private:
    GraphTracker() = default;
    ~GraphTracker() = default;

    std::mutex mutex_;
    std::unordered_set<const Buffer*> hooked_buffers_;
};

}  // namespace tt::tt_metal
