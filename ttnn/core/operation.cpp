// Operations in the form of 2025 and the program cache.
#include "ttnn/operation.hpp"

#include <ironbird/phases.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/program_cache.hpp>
#include <tt_stl/assert.hpp>

#include "core/dispatch.hpp"
#include "core/note.hpp"
#include "ttnn/types.hpp"

namespace tt::tt_metal::operation::detail {

namespace cache = program_cache::detail;

namespace {

using CachedCallback = std::optional<OverrideRuntimeArgumentsCallback<>>;
using Cached = cache::CachedMeshWorkload<CachedCallback>;

std::vector<const ttnn::Tensor*> pointers(const Tensors& tensors) {
    std::vector<const ttnn::Tensor*> all;
    for (const ttnn::Tensor& tensor : tensors) all.push_back(&tensor);
    return all;
}

Cached build(const Hooks& hooks, const Tensors& inputs, Tensors& outputs,
             const distributed::MeshDevice& device) {
    ProgramWithCallbacks made = hooks.create_program(outputs);
    if (ttnn::detail::operations_are_noted()) {
        const std::vector<const ttnn::Tensor*> in = pointers(inputs), out = pointers(outputs);
        ttnn::detail::note_operation(made.program, hooks.name, "", std::span(in), std::span(out));
    }
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(device.shape()), std::move(made.program));
    return {std::move(workload), std::move(made.override_runtime_arguments_callback)};
}

cache::ProgramCacheKey key_of(const Hooks& hooks, const std::string& attributes,
                              const Tensors& inputs, const OptionalConstTensors& optional_inputs) {
    cache::ProgramCacheKey key;
    key.canonical = std::string(hooks.name) + '\0' + attributes;
    for (const ttnn::Tensor& input : inputs)
        key.canonical += ttsl::hash::canonical_key(input.tensor_spec());
    for (const auto& input : optional_inputs)
        key.canonical += input ? ttsl::hash::canonical_key(input->tensor_spec()) : "-";
    key.hash = std::hash<std::string>{}(key.canonical);
    return key;
}

distributed::MeshDevice& device_of(const Hooks& hooks, const Tensors& inputs) {
    for (const ttnn::Tensor& input : inputs) {
        TT_FATAL(input.storage_type() == ttnn::StorageType::DEVICE && input.is_allocated(),
                 "{}: Operands need to be allocated in buffers on device!", hooks.name);
    }
    TT_FATAL(!inputs.empty(), "{}: an operation needs an input on a device", hooks.name);
    return *inputs.front().device();
}

}  // namespace

Tensors run(const Hooks& hooks, const std::string& attributes, const Tensors& inputs,
            const OptionalConstTensors& optional_inputs, std::optional<ttnn::QueueId> queue_id) {
    const ironbird::PhaseScope phase(ironbird::Phase::operation);
    distributed::MeshDevice& device = device_of(hooks, inputs);
    auto& queue = device.mesh_command_queue(ttnn::raw_optional(queue_id));
    hooks.validate();
    Tensors outputs = hooks.make_outputs();
    const ttnn::detail::Dispatching dispatching;
    cache::ProgramCache& programs = device.get_program_cache();
    const cache::ProgramCacheKey key = key_of(hooks, attributes, inputs, optional_inputs);
    if (programs.is_enabled() && programs.contains(key)) {
        Cached& cached = programs.get(key).cached_program.get<Cached>();
        for (auto& [range, program] : cached.workload.get_programs())
            (*cached.shared_variables)(hooks.operation, program, inputs, optional_inputs, outputs);
        queue.enqueue_mesh_workload(cached.workload, false);
        return outputs;
    }
    TT_FATAL(programs.cache_misses_allowed(),
             "Device operation \"{}\": program cache miss occurred, but cache misses are forbidden",
             hooks.name);
    Cached built = build(hooks, inputs, outputs, device);
    // Nobody could write new addresses into a program without a callback.
    if (programs.is_enabled() && built.shared_variables) {
        programs.insert(key, cache::CachedProgramFactory(std::move(built), 0));
        queue.enqueue_mesh_workload(programs.get(key).cached_program.get<Cached>().workload, false);
    } else {
        queue.enqueue_mesh_workload(built.workload, false);
    }
    return outputs;
}

}  // namespace tt::tt_metal::operation::detail
