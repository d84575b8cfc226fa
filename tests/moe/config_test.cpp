// config.json: defaults, both known models, and what is refused by name.
#include "config.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace qwen3::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

TEST(Config, DefaultsAreThoseOf30B) {
    EXPECT_EQ(parse_config(Json::object(), "x"), known_config("Qwen3-30B-A3B"));
    EXPECT_EQ(known_config("Qwen3-235B-A22B").query_width(), 8192);
    EXPECT_THAT(refusal([] { known_config("Qwen9"); }), HasSubstr("Qwen3-235B-A22B"));
}

TEST(Config, SurvivesItsOwnJson) {
    Config config = known_config("Qwen3-235B-A22B");
    config.eos_token_ids = {1, 2};
    config.norm_topk_prob = false;
    EXPECT_EQ(parse_config(Json::parse(to_json(config).dump()), "x"), config);
}

TEST(Config, UnknownKeysAndNullsAreIgnored) {
    EXPECT_EQ(
        parse_config({{"colour", "red"}, {"sliding_window", nullptr}, {"head_dim", nullptr}}, "x"),
        Config());
}

TEST(Config, WrongValuesAreNamed) {
    const std::pair<Json, const char*> rows[] = {
        {{{"hidden_size", "many"}}, "x: hidden_size is \"many\", an integer is expected"},
        {{{"num_experts", 0}}, "x: num_experts is 0, 1 to 65536 is allowed"},
        {{{"vocab_size", 18446744073709551615u}}, "vocab_size is 18446744073709551615"},
        {{{"num_attention_heads", 30}}, "a multiple of num_key_value_heads 4 is expected"},
        {{{"num_experts_per_tok", 200}}, "at most num_experts 128 is allowed"},
        {{{"head_dim", 33}}, "head_dim is 33, an even number is expected"},
        {{{"rms_norm_eps", -1}}, "rms_norm_eps is -1, a positive number is expected"},
        {{{"norm_topk_prob", 1}}, "norm_topk_prob is 1, true or false is expected"},
        {{{"hidden_act", "gelu"}}, "hidden_act is \"gelu\", \"silu\" is supported"},
        {{{"attention_bias", true}}, "attention_bias is true, false is supported"},
        {{{"use_sliding_window", true}}, "use_sliding_window is true"},
        {{{"mlp_only_layers", {3}}}, "mlp_only_layers is [3], [] is supported"},
        {{{"model_type", "qwen3"}}, "model_type is \"qwen3\", \"qwen3_moe\" is supported"},
        {{{"eos_token_id", "x"}}, "eos_token_id is \"x\""},
    };
    for (const auto& [json, text] : rows)
        EXPECT_THAT(refusal([&json = json] { parse_config(json, "x"); }), HasSubstr(text));
    EXPECT_THAT(refusal([] { parse_config(Json::array(), "x"); }), HasSubstr("an object"));
}

}  // namespace
}  // namespace qwen3::testing
