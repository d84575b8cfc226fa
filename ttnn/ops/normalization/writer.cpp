// The data mover that normalisations write with: see the header.
#include "ops/normalization/writer.hpp"

namespace ttnn::normalization {

using namespace tt::tt_metal;

KernelDescriptor norm_writer(const NormWriter& writer, const reduction::Lines& lines,
                             const program::Split& split) {
    KernelDescriptor kernel =
        program::data_mover("kernels/write_normalized.cpp", false, split.cores);
    const auto cb_of = [](const HeldWeight& w) { return w.tensor != nullptr ? w.cb : 0; };
    kernel.compile_time_args = {16, cb_of(writer.weight), cb_of(writer.bias), writer.edge};
    KernelDescriptor::RTArgList words;
    for (const Tensor* one : {writer.out, writer.weight.tensor, writer.bias.tensor}) {
        const Tensor& tensor = one != nullptr ? *one : *writer.out;
        words.push_back(tensor.buffer());
    }
    words.append({lines.length, writer.edge_columns, program::kBatch});
    for (const reduction::WalkLoop& loop : lines.loops)
        words.append({loop.extent, loop.strides[0]});
    for (const Tensor* one : {writer.out, writer.weight.tensor, writer.bias.tensor})
        program::append_late(kernel, words, one != nullptr ? *one : *writer.out);
    kernel.emplace_common_runtime_args(words);
    for (const program::Share& share : reduction::in_tiles(split, lines.length))
        kernel.emplace_runtime_args(share.core, {share.first, share.count});
    return kernel;
}

}  // namespace ttnn::normalization
