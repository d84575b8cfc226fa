// A folder with config.json and weights: every parameter of the model, checked before use.
#pragma once

#include <memory>
#include <unordered_map>

#include "config.hpp"
#include "safetensors.hpp"

namespace qwen3 {

// A parameter by the name that it has in files, without the leading "model.".
struct Parameter {
    std::string name;
    std::vector<std::int64_t> shape;  // linear weights are (out, in)
};

// All parameters of a model, in the order of its layers.
std::vector<Parameter> parameters(const Config& config);

enum class Loading {
    eager,  // all weights become float at once: fastest, needs the memory
    lazy,   // the files stay mapped, a weight becomes float each time that it is used
};

// A weight, either as float in memory or as what the mapped file holds.
class Weight {
 public:
    Weight() = default;
    Weight(std::shared_ptr<const SafetensorsFile> file, const TensorInfo& info, Loading loading);

    std::int64_t rows() const { return info_.shape.empty() ? 1 : info_.shape.front(); }
    std::int64_t columns() const { return info_.elements() / std::max<std::int64_t>(rows(), 1); }
    // Elements from `first` on as float: those in memory, or `scratch` filled from the file.
    std::span<const float> read(std::int64_t first, std::int64_t count,
                                std::vector<float>& scratch) const;
    std::vector<float> all() const;

 private:
    std::shared_ptr<const SafetensorsFile> file_;  // may outlive the checkpoint
    TensorInfo info_;
    std::vector<float> loaded_;
};

class Checkpoint {
 public:
    // Reads config.json, the index where there is one, and the header of each file. Errors name
    // what is missing, with look-alikes, what is unknown and what has another shape.
    explicit Checkpoint(const std::filesystem::path& folder);

    const Config& config() const { return config_; }
    const std::filesystem::path& folder() const { return folder_; }
    std::uint64_t bytes() const;  // of all weights, as stored
    // Its files by name, size and time of the last change: another text when one was written anew.
    std::string identity() const;
    Weight load(std::string_view name, Loading loading) const;

 private:
    struct Found {
        std::shared_ptr<const SafetensorsFile> file;
        const TensorInfo* info;
        std::string in;  // for messages
    };

    std::vector<std::filesystem::path> shards() const;
    void add(const std::filesystem::path& shard);
    void check_index() const;
    void check_parameters() const;
    std::string look_alikes(std::string_view name) const;

    std::filesystem::path folder_;
    Config config_;
    std::map<std::string, Found, std::less<>> found_;
};

}  // namespace qwen3
