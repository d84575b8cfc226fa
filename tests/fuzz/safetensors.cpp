// Headers of safetensors: what is accepted lies inside of the file.
#include "safetensors.hpp"

#include <span>
#include <vector>

#include "error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    try {
        const auto header = qwen3::parse_safetensors(bytes, size, "fuzz");
        for (const auto& [name, info] : header.tensors) {
            if (info.dtype == qwen3::Dtype::other) continue;
            std::vector<float> out(info.elements());
            const auto held = bytes.subspan(header.data_at + info.begin, info.end - info.begin);
            qwen3::to_float(info, held, 0, out);
        }
    } catch (const qwen3::Error&) {
    }
    return 0;
}
