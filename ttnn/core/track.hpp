// Tells whoever captures the graph which function runs, on which tensors.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <tt-metalium/program_descriptors.hpp>
#include <vector>

#include "ttnn/run.hpp"

namespace ttnn::detail {

// What the values of tracked arguments and results hold.
using TensorRef = std::reference_wrapper<const Tensor>;
using TensorsRef = std::reference_wrapper<const std::vector<Tensor>>;

bool somebody_captures();
// Programs are described but not run.
bool dispatch_is_off();

// A function from its beginning to its end; made only where somebody captures.
class Tracked {
 public:
    Tracked(std::string_view function, std::vector<std::string> arguments,
            std::span<const Tensor* const> inputs);
    ~Tracked();
    Tracked(const Tracked&) = delete;
    Tracked& operator=(const Tracked&) = delete;
    void returns(const std::vector<Tensor>& outputs) { outputs_ = &outputs; }

 private:
    const std::vector<Tensor>* outputs_ = nullptr;
};

// "permute" is PermuteDeviceOperation.
std::string device_operation_name(std::string_view operation);
// The circular buffers of a program that is about to run.
void track_program(const tt::tt_metal::ProgramDescriptor& program,
                   const tt::tt_metal::IDevice& device);

}  // namespace ttnn::detail
