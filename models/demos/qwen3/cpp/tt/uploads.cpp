// Tensors from files, or to them.
#include "tt/uploads.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include "error.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/tensor/serialization.hpp"

namespace qwen3::device {

namespace fs = std::filesystem;

namespace {

constexpr int kVersion = 1;  // of what tensors are called and how they are spread

// Nothing where there is no whole file of this form.
std::optional<Tensor> read(const fs::path& file, const TensorSpec& spec, std::int64_t parts) {
    if (!fs::exists(file)) return std::nullopt;
    try {
        Tensor found = ttnn::load_tensor_flatbuffer(file.string());
        const auto shards = std::ssize(found.host_tensor().buffer().shard_coords());
        if (found.tensor_spec() == spec && shards == parts) return found;
        return std::nullopt;
    } catch (const std::exception&) {
        return std::nullopt;  // damaged, or of another version: made anew
    }
}

// Under its name only when it is whole.
void write(const fs::path& file, const Tensor& tensor) {
    const fs::path part = file.parent_path() / fmt::format("part-{}.tensorbin", getpid());
    try {
        ttnn::dump_tensor_flatbuffer(part.string(), tensor);
        fs::rename(part, file);
    } catch (const std::exception& e) {
        std::error_code ignored;
        fs::remove(part, ignored);
        fail("{}: cannot be written to the cache of weights: {}", file.string(), e.what());
    }
}

}  // namespace

Uploads::Uploads(const Chips& chips, fs::path folder) : chips_(chips), folder_(std::move(folder)) {
    if (folder_.empty()) return;
    std::error_code error;
    if (fs::create_directories(folder_, error))
        fs::permissions(folder_, fs::perms::owner_all, error);
    if (error) fail("{}: cannot be made: {}", folder_.string(), error.message());
}

Tensor Uploads::kept(const std::string& name, const Form& form, std::int64_t parts,
                     const std::function<Tensor()>& on_host) const {
    const auto upload = [&](const Tensor& tensor) {
        return ttnn::to_device(tensor, &chips_.device(), form.memory);
    };
    if (folder_.empty()) return upload(on_host());
    const fs::path file = folder_ / (name + ".tensorbin");
    const auto spec = dram_spec(form.shape, form.dtype, form.layout);
    if (const auto found = read(file, spec, parts)) return upload(*found);
    const Tensor made = on_host();
    write(file, made);
    return upload(made);
}

Tensor Uploads::same(const std::string& name, const Form& form,
                     const std::function<Values()>& values) const {
    return kept(name, form, 1, [&] {
        return Tensor::from_vector(values(), dram_spec(form.shape, form.dtype, form.layout));
    });
}

Tensor Uploads::each(const std::string& name, const Form& form,
                     const std::function<OfChip()>& values) const {
    return kept(name, form, chips_.count(), [&] {
        return chips_.on_host(values(), dram_spec(form.shape, form.dtype, form.layout));
    });
}

fs::path weights_folder(const fs::path& base, const Checkpoint& checkpoint, const Mesh& mesh,
                        std::string_view how) {
    const std::string key = fmt::format("{}\n{}\n{}", kVersion, how, checkpoint.identity());
    fs::path name = fs::absolute(checkpoint.folder()).lexically_normal();
    if (name.filename().empty()) name = name.parent_path();
    return base / fmt::format("{}_{}_{:016x}", name.filename().string(), text_of(mesh),
                              XXH3_64bits(key.data(), key.size()));
}

}  // namespace qwen3::device
