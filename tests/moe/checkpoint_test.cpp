// Whole checkpoints: made, read, damaged.
#include "checkpoint.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "make_checkpoint.hpp"
#include "plan.hpp"

namespace qwen3::testing {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

Config small_config() {
    Config config = tiny_config();
    config.num_hidden_layers = 1;
    config.hidden_size = 32;
    config.num_experts = 4;
    return config;
}

std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> out;
    for (const auto& entry : fs::directory_iterator(folder))
        out[entry.path().filename()] = read_text(entry.path());
    return out;
}

TEST(Checkpoint, TheSameSeedGivesTheSameBytes) {
    const Folder folder;
    make_checkpoint(folder.path() / "a", {.config = small_config(), .seed = 1});
    make_checkpoint(folder.path() / "b", {.config = small_config(), .seed = 1});
    make_checkpoint(folder.path() / "c", {.config = small_config(), .seed = 2});
    const auto a = contents(folder.path() / "a"), c = contents(folder.path() / "c");
    EXPECT_EQ(a, contents(folder.path() / "b"));
    EXPECT_EQ(a.at("tokenizer.json"), c.at("tokenizer.json"));
    EXPECT_NE(a, c);
    EXPECT_THAT(refusal([&] { make_checkpoint(folder.path() / "a", {.config = small_config()}); }),
                HasSubstr("there is a checkpoint already"));
}

TEST(Checkpoint, HoldsEveryParameter) {
    const Folder folder;
    const Config config = make_checkpoint(folder.path(), {.config = small_config(), .shards = 3});
    const Checkpoint checkpoint(folder.path());
    EXPECT_EQ(checkpoint.config(), config);
    EXPECT_EQ(checkpoint.bytes(), 2u * count_parameters(config).total);
    for (const Parameter& parameter : parameters(config)) {
        const auto eager = checkpoint.load(parameter.name, Loading::eager).all();
        EXPECT_EQ(eager, checkpoint.load(parameter.name, Loading::lazy).all());
    }
    fs::remove(folder.path() / "model.safetensors.index.json");  // all files, then
    EXPECT_EQ(Checkpoint(folder.path()).bytes(), checkpoint.bytes());
}

// Changes the header of the one shard by replacing text of the same length.
void replace_in(const fs::path& file, const std::string& from, const std::string& to) {
    std::string text = read_text(file);
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    write_file(file, text.replace(at, from.size(), to));
}

class Damaged : public ::testing::Test {
 protected:
    Damaged() {
        make_checkpoint(folder_.path(), {.config = small_config(), .shards = 1});
        fs::remove(folder_.path() / "model.safetensors.index.json");
    }
    fs::path shard() const { return folder_.path() / "model-00001-of-00001.safetensors"; }
    std::string opened() const {
        return refusal([&] { Checkpoint checkpoint(folder_.path()); });
    }
    Folder folder_;
};

TEST_F(Damaged, MissingKeysAreNamedWithLookAlikes) {
    replace_in(shard(), "layers.0.self_attn.q_proj.weight", "layers.0.self_attn.Q_proj.weight");
    EXPECT_THAT(opened(), HasSubstr("layers.0.self_attn.q_proj.weight is missing; there is "
                                    "layers.0.self_attn.Q_proj.weight"));
}

TEST_F(Damaged, ShapesAndUnknownKeysAreNamed) {
    Config config = read_config(folder_.path() / "config.json");
    config.moe_intermediate_size *= 2;
    write_file(folder_.path() / "config.json", to_json(config).dump());
    EXPECT_THAT(opened(), HasSubstr("layers.0.mlp.experts.0.gate_proj.weight has shape [64, 32], "
                                    "[128, 32] is expected"));
    config.moe_intermediate_size /= 2;
    config.num_experts = 3;
    write_file(folder_.path() / "config.json", to_json(config).dump());
    EXPECT_THAT(opened(), HasSubstr("layers.0.mlp.gate.weight has shape [4, 32]"));
    config.num_experts = 4;
    config.tie_word_embeddings = true;  // a head that is stored all the same
    write_file(folder_.path() / "config.json", to_json(config).dump());
    EXPECT_EQ(opened(), "nothing was refused");
}

TEST_F(Damaged, ACutFileIsRefused) {
    fs::resize_file(shard(), fs::file_size(shard()) - 1);
    EXPECT_THAT(opened(), HasSubstr("cut short"));
}

TEST_F(Damaged, TheSameKeyInTwoFiles) {
    fs::copy_file(shard(), folder_.path() / "more.safetensors");
    EXPECT_THAT(opened(), HasSubstr("is in model-00001-of-00001.safetensors as well"));
}

TEST_F(Damaged, IndexThatLies) {
    const fs::path index = folder_.path() / "model.safetensors.index.json";
    write_file(index, R"({"weight_map": {"lm_head.weight": "../secret.safetensors"}})");
    EXPECT_THAT(opened(), HasSubstr("the name of a file is expected"));
    write_file(index, R"({"weight_map": {"lm_head.weight": "none.safetensors"}})");
    EXPECT_THAT(opened(), HasSubstr("none.safetensors: cannot be opened"));
    write_file(index, R"({"weight_map": {"other.weight": "model-00001-of-00001.safetensors"}})");
    EXPECT_THAT(opened(), HasSubstr("other.weight is not in model-00001"));
    write_file(index, "{}");
    EXPECT_THAT(opened(), HasSubstr("weight_map is missing"));
}

TEST(Checkpoint, EmptyFolders) {
    const Folder folder;
    EXPECT_THAT(refusal([&] { Checkpoint checkpoint(folder.path()); }), HasSubstr("config.json"));
    write_file(folder.path() / "config.json", "{");
    EXPECT_THAT(refusal([&] { Checkpoint checkpoint(folder.path()); }), HasSubstr("not JSON"));
    write_file(folder.path() / "config.json", "{}");
    EXPECT_THAT(refusal([&] { Checkpoint checkpoint(folder.path()); }),
                HasSubstr("there are no safetensors"));
}

}  // namespace
}  // namespace qwen3::testing
