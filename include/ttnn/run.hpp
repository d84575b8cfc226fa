// Running an operation: its program is built once for everything that it depends on, and later
// calls only write new addresses into it.
//
// An operation is a struct:
//     struct Scale {
//         struct Args { float factor; MemoryConfig memory; };         // an aggregate
//         static constexpr std::string_view name = "scale";
//         static void validate(const Args&, Inputs);                  // throws
//         static std::vector<TensorSpec> outputs(const Args&, Inputs);
//         static ProgramDescriptor program(const Args&, Inputs, Outputs);
//     };
// Its program must depend on nothing but Args, the specs of the tensors, and which of them are the
// same tensor. Arguments that hold addresses are given as buffers or tensors, so that they are
// known. Members of Args of type Live<T> are no part of what programs are told apart by; an
// operation that has some also has
//         static std::vector<DynamicRuntimeArg> live(const Args&, Inputs, Outputs);
// which says where their values stand; that is written at every call.
// An operation whose devices do not do the same has, in place of program(),
//         static ProgramDescriptor program_at(const Args&, Inputs, Outputs, const MeshCoordinate&);
// which is asked for every device of the mesh; no kernels: nothing runs there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tt-metalium/experimental/program_descriptor_patching.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <tt_stl/reflection.hpp>
#include <type_traits>
#include <vector>

#include "ttnn/tensor/tensor.hpp"

namespace ttnn {

// A member of Args whose value programs do not depend on.
template <typename T>
struct Live {
    T value{};

    Live() = default;
    Live(T value) : value(std::move(value)) {}
    operator const T&() const { return value; }

    static constexpr auto attribute_names = std::forward_as_tuple();
    auto attribute_values() const { return std::forward_as_tuple(); }
};

// The tensors of a call, by their place.
class CallTensors {
 public:
    CallTensors(std::span<const Tensor* const> tensors) : tensors_(tensors) {}
    const Tensor& operator[](std::size_t i) const { return *tensors_[i]; }
    std::size_t size() const { return tensors_.size(); }

 private:
    std::span<const Tensor* const> tensors_;
};
using Inputs = CallTensors;
using Outputs = CallTensors;

namespace detail {

// An operation without its type: what run() calls.
struct OperationCalls {
    std::string_view name;
    void (*validate)(const void* args, Inputs inputs);
    std::vector<tt::tt_metal::TensorSpec> (*outputs)(const void* args, Inputs inputs);
    // One of these two is null.
    tt::tt_metal::ProgramDescriptor (*program)(const void* args, Inputs inputs, Outputs outputs);
    tt::tt_metal::ProgramDescriptor (*program_at)(
        const void* args, Inputs inputs, Outputs outputs,
        const tt::tt_metal::distributed::MeshCoordinate& at);
    // Null if every argument is part of the key.
    std::vector<tt::tt_metal::DynamicRuntimeArg> (*live)(const void* args, Inputs inputs,
                                                         Outputs outputs);
    // The arguments as text, for captures of the graph.
    std::string (*describe)(const void* args);
    // What tools that read profiles look for beside them, "'name': 'value'"; null: nothing.
    std::string (*attributes)(const void* args);
};

template <typename T>
inline constexpr bool is_live = false;
template <typename T>
inline constexpr bool is_live<Live<T>> = true;

template <typename Args>
consteval bool has_live_member() {
    if constexpr (std::is_empty_v<Args>)
        return false;
    else
        return []<typename... M>(std::type_identity<std::tuple<M...>>) {
            return (is_live<std::remove_cvref_t<M>> || ...);
        }(std::type_identity<decltype(ttsl::aggregate::members(std::declval<const Args&>()))>{});
}

template <typename Op>
constexpr OperationCalls calls_of() {
    using Args = typename Op::Args;
    OperationCalls calls{
        .name = Op::name,
        .validate = [](const void* a,
                       Inputs in) { Op::validate(*static_cast<const Args*>(a), in); },
        .outputs = [](const void* a,
                      Inputs in) { return Op::outputs(*static_cast<const Args*>(a), in); },
        .program = nullptr,
        .program_at = nullptr,
        .live = nullptr,
        .describe = [](const void* a) { return fmt::format("{}", *static_cast<const Args*>(a)); },
        .attributes = nullptr};
    if constexpr (requires { &Op::attributes; })
        calls.attributes = [](const void* a) {
            return Op::attributes(*static_cast<const Args*>(a));
        };
    if constexpr (requires { &Op::program_at; })
        calls.program_at = [](const void* a, Inputs in, Outputs out, const auto& at) {
            return Op::program_at(*static_cast<const Args*>(a), in, out, at);
        };
    else
        calls.program = [](const void* a, Inputs in, Outputs out) {
            return Op::program(*static_cast<const Args*>(a), in, out);
        };
    if constexpr (requires { &Op::live; })
        calls.live = [](const void* a, Inputs in, Outputs out) {
            return Op::live(*static_cast<const Args*>(a), in, out);
        };
    else
        static_assert(!has_live_member<Args>(), "an operation with Live members needs live()");
    return calls;
}

template <typename Op>
inline constexpr OperationCalls calls = calls_of<Op>();

std::vector<Tensor> run(const OperationCalls& calls, const void* args, const std::string& args_key,
                        std::span<const Tensor* const> inputs,
                        std::span<const std::optional<Tensor>> preallocated);

}  // namespace detail

// The outputs, of which those that are given are used instead of allocated: their specs must be
// those that the operation asks for. Does not block.
template <typename Op>
std::vector<Tensor> run(const typename Op::Args& args, std::initializer_list<const Tensor*> inputs,
                        std::span<const std::optional<Tensor>> preallocated = {}) {
    return detail::run(detail::calls<Op>, &args, ttsl::hash::canonical_key(args),
                       {inputs.begin(), inputs.size()}, preallocated);
}
template <typename Op>
std::vector<Tensor> run(const typename Op::Args& args, std::span<const Tensor* const> inputs,
                        std::span<const std::optional<Tensor>> preallocated = {}) {
    return detail::run(detail::calls<Op>, &args, ttsl::hash::canonical_key(args), inputs,
                       preallocated);
}

// Of an operation with one output.
template <typename Op>
Tensor run_one(const typename Op::Args& args, std::initializer_list<const Tensor*> inputs,
               const std::optional<Tensor>& preallocated = std::nullopt) {
    return run<Op>(args, inputs, {&preallocated, 1}).front();
}

}  // namespace ttnn
