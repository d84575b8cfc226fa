// The program cache: what an operation's program depends on, and new addresses for a cached one.
#include "ttnn/run.hpp"

#include <algorithm>
#include <ironbird/phases.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/program_cache.hpp>
#include <tt_stl/assert.hpp>

#include "core/dispatch.hpp"
#include "core/note.hpp"
#include "core/track.hpp"
#include "ttnn/config.hpp"
#include "ttnn/tensor/tensor_ops.hpp"
#include "ttnn/types.hpp"

namespace ttnn::detail {

using namespace tt::tt_metal;
namespace cache = program_cache::detail;

// Recursive, since what builds a program may call other operations.
Dispatching::Dispatching() {
    static std::recursive_mutex one_at_a_time;
    lock_ = std::unique_lock(one_at_a_time);
}

namespace {

using TensorPointers = std::span<const Tensor* const>;

// What is kept beside a cached workload: for each of its programs where addresses stand.
struct Cached {
    struct Part {
        MeshCoordinateRange where;
        ResolvedBindings bindings;
    };
    std::vector<Part> parts;
};
using CachedWorkload = cache::CachedMeshWorkload<Cached>;

MeshDevice& device_of(std::string_view op, TensorPointers inputs) {
    MeshDevice* device = nullptr;
    for (std::size_t i = 0; i < inputs.size(); i++) {
        const Tensor& input = *inputs[i];
        TT_FATAL(input.storage_type() == StorageType::DEVICE,
                 "{}: Operands to {} need to be on device! Input tensor {} is on the host", op, op,
                 i);
        TT_FATAL(input.is_allocated(),
                 "{}: Operands to {} need to be allocated in buffers on device! Tensor is not "
                 "allocated: input {} was deallocated",
                 op, op, i);
        TT_FATAL(device == nullptr || device == input.device(),
                 "{}: all tensors must be on the same device, input {} is on another", op, i);
        device = input.device();
    }
    TT_FATAL(device != nullptr, "{}: an operation needs an input on a device", op);
    return *device;
}

// Outputs that were given must be what the operation would have allocated, up to where they lie.
void check_given(std::string_view op, const Tensor& given, const TensorSpec& spec) {
    TT_FATAL(given.storage_type() == StorageType::DEVICE && given.is_allocated(),
             "{}: a preallocated output must be allocated on the device", op);
    TT_FATAL(given.logical_shape() == spec.logical_shape(),
             "{}: the preallocated output has shape {}, it must be {}", op, given.logical_shape(),
             spec.logical_shape());
    TT_FATAL(given.dtype() == spec.data_type(),
             "{}: the preallocated output has data type {}, it must be {}", op, given.dtype(),
             spec.data_type());
    TT_FATAL(given.layout() == spec.layout(),
             "{}: the preallocated output has layout {}, it must be {}", op, given.layout(),
             spec.layout());
}

std::vector<Tensor> make_outputs(std::string_view op, const std::vector<TensorSpec>& specs,
                                 std::span<const std::optional<Tensor>> given, const Tensor& like) {
    std::vector<Tensor> outputs;
    for (std::size_t i = 0; i < specs.size(); i++) {
        if (i < given.size() && given[i]) {
            check_given(op, *given[i], specs[i]);
            outputs.push_back(*given[i]);
        } else {
            outputs.push_back(set_tensor_id(
                create_device_tensor(specs[i], like.device(), like.tensor_topology())));
        }
    }
    return outputs;
}

// Every buffer once, in the order of the tensors; `pattern` says which tensor has which.
std::vector<Buffer*> distinct_buffers(TensorPointers tensors, std::string& pattern) {
    std::vector<Buffer*> buffers;
    for (const Tensor* tensor : tensors) {
        Buffer* buffer = tensor->buffer();
        const auto same = [&](const Buffer* b) {
            return b->address() == buffer->address() && b->buffer_type() == buffer->buffer_type();
        };
        const auto at = std::ranges::find_if(buffers, same);
        pattern += static_cast<char>(at - buffers.begin());
        if (at == buffers.end()) buffers.push_back(buffer);
    }
    return buffers;
}

cache::ProgramCacheKey key_of(const OperationCalls& op, const std::string& args,
                              TensorPointers tensors, const std::string& pattern) {
    cache::ProgramCacheKey key;
    key.canonical = op.name;
    key.canonical += '\0';
    key.canonical += args;
    key.canonical += pattern;
    for (const Tensor* tensor : tensors)
        key.canonical += ttsl::hash::canonical_key(tensor->tensor_spec());
    key.hash = std::hash<std::string>{}(key.canonical);
    return key;
}

// Views and aliases have Buffer objects of their own; bindings are found by object, so that one of
// each address has to stand for all.
void name_buffers(ProgramDescriptor& program, std::span<Buffer* const> buffers) {
    const auto named = [&](Buffer* buffer) {
        for (Buffer* b : buffers)
            if (buffer != nullptr && b->address() == buffer->address() &&
                b->buffer_type() == buffer->buffer_type())
                return b;
        return buffer;
    };
    for (KernelDescriptor& kernel : program.kernels) {
        for (BufferBinding& binding : kernel.buffer_bindings)
            binding.buffer = named(binding.buffer);
        for (CommonBufferBinding& binding : kernel.common_buffer_bindings)
            binding.buffer = named(binding.buffer);
    }
    for (CBDescriptor& cb : program.cbs)
        if (cb.buffer != nullptr) cb.buffer = named(cb.buffer);
}

// Dst of Grayskull has 16 bits.
void narrow_dst(std::string_view op, ProgramDescriptor& program) {
    for (KernelDescriptor& kernel : program.kernels) {
        auto* config = std::get_if<ComputeConfigDescriptor>(&kernel.config);
        if (config == nullptr) continue;
        TT_FATAL(
            std::ranges::find(config->unpack_to_dest_mode, UnpackToDestMode::UnpackToDestFp32) ==
                config->unpack_to_dest_mode.end(),
            "{}: data of 32 bits has no place in Dst of Grayskull", op);
        config->fp32_dest_acc_en = false;
    }
}

class Call {
 public:
    Call(const OperationCalls& op, const void* args, TensorPointers inputs, TensorPointers outputs)
        : op_(op), args_(args), inputs_(inputs), outputs_(outputs) {
        all_.assign(inputs.begin(), inputs.end());
        all_.insert(all_.end(), outputs.begin(), outputs.end());
        buffers_ = distinct_buffers(all_, pattern_);
    }

    void run(MeshDevice& device, const std::string& args_key) {
        if (somebody_captures()) track(device);
        if (dispatch_is_off()) return;
        const Dispatching dispatching;
        auto& queue = device.mesh_command_queue();
        cache::ProgramCache& programs = device.get_program_cache();
        if (!programs.is_enabled()) {
            CachedWorkload built = build(device);
            queue.enqueue_mesh_workload(built.workload, false);
            return;
        }
        // Programs are for the cores of the sub-devices that are loaded.
        const std::string manager = std::to_string(*device.get_active_sub_device_manager_id());
        const cache::ProgramCacheKey key = key_of(op_, args_key + manager, all_, pattern_);
        if (!programs.contains(key)) {
            TT_FATAL(programs.cache_misses_allowed(),
                     "{}: Device operation \"{}\": program cache miss occurred, but cache misses "
                     "are forbidden",
                     op_.name, op_.name);
            programs.insert(key, cache::CachedProgramFactory(build(device), 0));
        } else {
            patch(programs.get(key).cached_program.get<CachedWorkload>());
        }
        queue.enqueue_mesh_workload(programs.get(key).cached_program.get<CachedWorkload>().workload,
                                    false);
    }

 private:
    // For the devices of a range, which is one device if they differ.
    ProgramDescriptor descriptor(const MeshCoordinateRange& where) const {
        const Inputs in(inputs_);
        const Outputs out(outputs_);
        ProgramDescriptor program = op_.program != nullptr
                                        ? op_.program(args_, in, out)
                                        : op_.program_at(args_, in, out, where.start_coord());
        name_buffers(program, buffers_);
        if (inputs_.front()->device()->arch() == tt::ARCH::GRAYSKULL) narrow_dst(op_.name, program);
        return program;
    }

    void track(MeshDevice& device) const {
        const MeshCoordinateRange all(device.shape());
        track_program(
            descriptor(op_.program != nullptr ? all : MeshCoordinateRange(all.start_coord())),
            device);
    }

    CachedWorkload build(MeshDevice& device) const {
        CachedWorkload built(tt::tt_metal::distributed::MeshWorkload{}, Cached{});
        const MeshCoordinateRange all(device.shape());
        if (op_.program != nullptr)
            add(built, all);
        else
            for (const MeshCoordinate& at : all) add(built, MeshCoordinateRange(at));
        return built;
    }

    void add(CachedWorkload& to, const MeshCoordinateRange& where) const {
        const ProgramDescriptor descriptor = this->descriptor(where);
        if (descriptor.kernels.empty()) return;
        Program program(descriptor);
        apply_live(program);
        if (operations_are_noted()) note(program);
        to.shared_variables.parts.push_back(
            {where, resolve_bindings(program, descriptor, buffers_)});
        to.workload.add_program(where, std::move(program));
    }

    void note(const Program& program) const {
        std::string attributes = op_.attributes != nullptr ? op_.attributes(args_) + "; " : "";
        attributes += fmt::format("'args': '{}'", op_.describe(args_));
        note_operation(program, device_operation_name(op_.name), attributes, inputs_, outputs_);
    }

    void patch(CachedWorkload& cached) const {
        for (const Cached::Part& part : cached.shared_variables.parts) {
            Program& program = cached.workload.get_programs().at(part.where);
            apply_resolved_bindings(program, part.bindings, buffers_);
            apply_live(program);
            if (CONFIG.validate_program_args) compare_with_rebuilt(program, part.where);
        }
    }

    void apply_live(Program& program) const {
        if (op_.live == nullptr) return;
        const auto values = op_.live(args_, Inputs(inputs_), Outputs(outputs_));
        apply_dynamic_runtime_args(program, values);
    }

    void compare_with_rebuilt(const Program& patched, const MeshCoordinateRange& where) const {
        const ProgramDescriptor descriptor = this->descriptor(where);
        Program rebuilt(descriptor);
        apply_live(rebuilt);
        assert_fastpath_parity(patched, rebuilt, descriptor, op_.name);
    }

    const OperationCalls& op_;
    const void* args_;
    TensorPointers inputs_, outputs_;
    std::vector<const Tensor*> all_;
    std::vector<Buffer*> buffers_;
    std::string pattern_;
};

}  // namespace

std::vector<Tensor> run(const OperationCalls& op, const void* args, const std::string& args_key,
                        TensorPointers inputs,
                        std::span<const std::optional<Tensor>> preallocated) {
    const ironbird::PhaseScope phase(ironbird::Phase::operation);
    MeshDevice& device = device_of(op.name, inputs);
    std::optional<Tracked> tracked;
    if (somebody_captures())
        tracked.emplace(device_operation_name(op.name), std::vector{op.describe(args)}, inputs);
    op.validate(args, Inputs(inputs));
    std::vector<Tensor> outputs =
        make_outputs(op.name, op.outputs(args, Inputs(inputs)), preallocated, *inputs.front());
    std::vector<const Tensor*> pointers;
    bool empty = !outputs.empty();  // one that only sends has none
    for (const Tensor& output : outputs) {
        pointers.push_back(&output);
        empty = empty && output.logical_volume() == 0;
    }
    if (!empty) Call(op, args, inputs, pointers).run(device, args_key);
    if (tracked) tracked->returns(outputs);
    return outputs;
}

}  // namespace ttnn::detail
