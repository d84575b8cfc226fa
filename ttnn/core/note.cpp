// Tensors as the columns of a profile's table.
#include "core/note.hpp"

#include <algorithm>
#include <array>
#include <enchantum/enchantum.hpp>
#include <ironbird/operation.hpp>

namespace ttnn::detail {

namespace {

// Four dimensions: those before the last three are one.
std::array<std::uint32_t, 4> four(const tt::tt_metal::Shape& shape) {
    std::array<std::uint32_t, 4> all{1, 1, 1, 1};
    const auto rank = static_cast<int>(shape.rank());
    for (int i = 1; i <= rank; i++) all[static_cast<std::size_t>(std::max(4 - i, 0))] *= shape[-i];
    return all;
}

ironbird::TensorNote note_of(const Tensor& tensor) {
    ironbird::TensorNote note;
    const auto padded = four(tensor.padded_shape()), logical = four(tensor.logical_shape());
    for (std::size_t i = 0; i < padded.size(); i++)
        note[i] = fmt::format("{}[{}]", padded[i], logical[i]);
    const tt::tt_metal::MemoryConfig& memory = tensor.memory_config();
    note[4] = enchantum::to_string(tensor.layout());
    note[5] = enchantum::to_string(tensor.dtype());
    note[6] = fmt::format("{}_{}", enchantum::to_string(memory.buffer_type()),
                          enchantum::to_string(memory.memory_layout()));
    return note;
}

std::vector<ironbird::TensorNote> notes_of(CallTensors tensors) {
    std::vector<ironbird::TensorNote> notes;
    for (std::size_t i = 0; i < tensors.size(); i++) notes.push_back(note_of(tensors[i]));
    return notes;
}

}  // namespace

bool operations_are_noted() {
    return ib_wants_operations();
}

void note_operation(const tt::tt_metal::Program& program, std::string_view operation,
                    std::string_view attributes, Inputs inputs, Outputs outputs) {
    ib_note_operation(program, {.name = std::string(operation),
                                .attributes = fmt::format("{{{}}}", attributes),
                                .inputs = notes_of(inputs),
                                .outputs = notes_of(outputs)});
}

}  // namespace ttnn::detail
