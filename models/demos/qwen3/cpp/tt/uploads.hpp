// Weights on chips by their names. With a folder they are kept there as the chips have them, so
// that the next start reads them in place of converting the checkpoint once more.
#pragma once

#include <filesystem>
#include <string>

#include "checkpoint.hpp"
#include "tt/chips.hpp"

namespace qwen3::device {

using OfChip = std::function<Values(std::int64_t chip)>;

// How a weight lies on the chips.
struct Form {
    ttnn::Shape shape;
    DataType dtype = DataType::BFLOAT16;
    Layout layout = Layout::TILE;
    ttnn::MemoryConfig memory = ttnn::DRAM_MEMORY_CONFIG;
};

class Uploads {
 public:
    // Nothing is kept without a folder. One that is not there is made, for this user alone.
    explicit Uploads(const Chips& chips, std::filesystem::path folder = {});

    const Chips& chips() const { return chips_; }
    // What `values` gives, asked only where the folder has no such tensor. Files that are cut or of
    // another form are made anew, changed bytes are not noticed; a file that cannot be written is
    // an error.
    Tensor same(const std::string& name, const Form& form,
                const std::function<Values()>& values) const;
    Tensor each(const std::string& name, const Form& form,
                const std::function<OfChip()>& values) const;

 private:
    Tensor kept(const std::string& name, const Form& form, std::int64_t parts,
                const std::function<Tensor()>& on_host) const;

    const Chips& chips_;
    std::filesystem::path folder_;
};

// A folder below `base` for weights of this checkpoint, spread over this mesh as `how` tells:
// whatever changes what is kept there changes its name.
std::filesystem::path weights_folder(const std::filesystem::path& base,
                                     const Checkpoint& checkpoint, const Mesh& mesh,
                                     std::string_view how);

}  // namespace qwen3::device
