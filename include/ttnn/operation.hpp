// Operations in the form of 2025: a struct with its attributes as members and
//     void validate(const Tensors& inputs) const;
//     std::vector<TensorSpec> compute_output_specs(const Tensors& inputs) const;
//     ProgramWithCallbacks create_program(const Tensors& inputs, Tensors& outputs) const;
// and, if it likes, create_output_tensors(inputs) and forms that also take optional inputs
// (validate, create_program) or outputs (validate_with_output_tensors, create_output_tensors). The
// callback that comes with the program writes the addresses of later calls; a program without one
// is built at every call. New operations are better off with ttnn/run.hpp.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/program.hpp>
#include <tt_stl/reflection.hpp>
#include <vector>

#include "ttnn/common/queue_id.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace tt::tt_metal::operation {

using Hash = ttsl::hash::hash_t;
using Tensors = std::vector<ttnn::Tensor>;
using OptionalTensors = std::vector<std::optional<ttnn::Tensor>>;
using OptionalConstTensors = std::vector<std::optional<const ttnn::Tensor>>;

template <typename OperationType, typename... Types>
Hash hash_operation(const Types&... objects) {
    return ttsl::hash::hash_objects_with_default_seed(ttsl::hash::type_hash<OperationType>,
                                                      objects...);
}

template <typename OutputTensors = Tensors>
using OverrideRuntimeArgumentsCallback =
    std::function<void(const void* operation, Program& program, const Tensors& inputs,
                       const OptionalConstTensors& optional_inputs, const OutputTensors& outputs)>;

template <typename OutputTensors = Tensors>
struct CacheableProgram {
    Program program{};
    std::optional<OverrideRuntimeArgumentsCallback<OutputTensors>>
        override_runtime_arguments_callback = std::nullopt;
};
using ProgramWithCallbacks = CacheableProgram<>;

namespace detail {

// The hooks of an operation, called at most once each.
struct Hooks {
    std::string_view name;
    const void* operation = nullptr;
    std::function<void()> validate;
    std::function<Tensors()> make_outputs;
    std::function<ProgramWithCallbacks(Tensors&)> create_program;
};

Tensors run(const Hooks& hooks, const std::string& key, const Tensors& inputs,
            const OptionalConstTensors& optional_inputs, std::optional<ttnn::QueueId> queue);

template <typename Op>
Tensors make_outputs(const Op& op, const Tensors& inputs, const OptionalTensors& given) {
    if constexpr (requires { op.create_output_tensors(inputs, given); }) {
        return op.create_output_tensors(inputs, given);
    } else if constexpr (requires { op.create_output_tensors(inputs); }) {
        return op.create_output_tensors(inputs);
    } else {
        Tensors outputs;
        std::size_t i = 0;
        for (const TensorSpec& spec : op.compute_output_specs(inputs)) {
            const bool there = i < given.size() && given[i];
            outputs.push_back(there ? *given[i]
                                    : ttnn::create_device_tensor(spec, inputs.at(0).device()));
            i++;
        }
        return outputs;
    }
}

template <typename Op>
void validate(const Op& op, const Tensors& inputs, const OptionalConstTensors& optional_inputs,
              const OptionalTensors& given) {
    if constexpr (requires { op.validate_with_output_tensors(inputs, given); })
        op.validate_with_output_tensors(inputs, given);
    else if constexpr (requires { op.validate(inputs, optional_inputs); })
        op.validate(inputs, optional_inputs);
    else
        op.validate(inputs);
}

template <typename Op>
ProgramWithCallbacks create_program(const Op& op, const Tensors& inputs,
                                    const OptionalConstTensors& optional_inputs, Tensors& outputs) {
    if constexpr (requires { op.create_program(inputs, optional_inputs, outputs); })
        return op.create_program(inputs, optional_inputs, outputs);
    else
        return op.create_program(inputs, outputs);
}

}  // namespace detail

template <typename Operation>
Tensors run(const Operation& op, const Tensors& input_tensors,
            const OptionalConstTensors& optional_input_tensors = {},
            const OptionalTensors& optional_output_tensors = {},
            std::optional<ttnn::QueueId> cq_id = std::nullopt) {
    detail::Hooks hooks;
    hooks.name = ttsl::get_type_name<Operation>();
    hooks.operation = &op;
    hooks.validate = [&] {
        detail::validate(op, input_tensors, optional_input_tensors, optional_output_tensors);
    };
    hooks.make_outputs = [&] {
        return detail::make_outputs(op, input_tensors, optional_output_tensors);
    };
    hooks.create_program = [&](Tensors& outputs) {
        return detail::create_program(op, input_tensors, optional_input_tensors, outputs);
    };
    std::string key;
    if constexpr (requires { op.compute_program_hash(input_tensors); })
        key = ttsl::hash::canonical_key(op.compute_program_hash(input_tensors));
    else
        key = ttsl::hash::canonical_key(op);
    return detail::run(hooks, key, input_tensors, optional_input_tensors, cq_id);
}

}  // namespace tt::tt_metal::operation
