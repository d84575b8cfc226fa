// composite_example: a copy. The form that `ironbird new-op` writes.
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/own/own.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

// include/ttnn/run.hpp says what an operation consists of.
struct CompositeExample {
    static constexpr std::string_view name = "composite_example";
    struct Args {
        MemoryConfig memory;
    };

    static void validate(const Args&, Inputs in) {
        TT_FATAL(in[0].layout() == Layout::TILE && is_floating_point(in[0].dtype()),
                 "{}: the input is {} in {} layout, real numbers in TILE are allowed", name,
                 in[0].dtype(), in[0].layout());
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {
            eltwise::spec_like(in[0].logical_shape(), in[0].dtype(), Layout::TILE, args.memory)};
    }
    // What the vector unit does with every tile: its header, how it is set up and called.
    static ProgramDescriptor program(const Args&, Inputs in, Outputs out) {
        return eltwise::unary_program(
            {"eltwise_unary/identity.h", "identity_tile_init()", "identity_tile(dst)"}, in[0],
            out[0], {}, std::nullopt);
    }
};

}  // namespace

Tensor composite_example(const Tensor& input_tensor,
                         const std::optional<MemoryConfig>& memory_config) {
    eltwise::need_device(CompositeExample::name, input_tensor);
    return run_one<CompositeExample>({memory_config.value_or(input_tensor.memory_config())},
                                     {&input_tensor});
}

}  // namespace ttnn
