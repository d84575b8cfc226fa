// Tokens of texts: words, merges, added tokens, and the way back.
#include "tokenizer.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "make_checkpoint.hpp"
#include "random.hpp"
#include "utf8.hpp"

namespace qwen3::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Json = nlohmann::json;

const Tokenizer& small() {
    static const Tokenizer tokenizer(small_tokenizer(), "small");
    return tokenizer;
}

TEST(PreTokenizer, WordsOfEveryKind) {
    const auto words = [](std::string_view text) { return PreTokenizer().split(text); };
    EXPECT_THAT(words("Hello world"), ElementsAre("Hello", " world"));
    EXPECT_THAT(words("we'LL don't"), ElementsAre("we", "'LL", " don", "'t"));
    EXPECT_THAT(words("a1234"), ElementsAre("a", "1", "2", "3", "4"));
    EXPECT_THAT(words("x  y"), ElementsAre("x", " ", " y"));
    EXPECT_THAT(words("a \n\n b"), ElementsAre("a", " \n\n", " b"));
    EXPECT_THAT(words("end.  "), ElementsAre("end", ".", "  "));
    EXPECT_THAT(words("!!\r\nx"), ElementsAre("!!\r\n", "x"));
    EXPECT_THAT(words("(日本語)"), ElementsAre("(日本語", ")"));
    EXPECT_THAT(words("٣५"), ElementsAre("٣", "५"));
    // The vowel separator of Mongolian is no space, the one of the next line is.
    EXPECT_THAT(words("\u180e\u180e!"), ElementsAre("\u180e\u180e!"));
    EXPECT_THAT(words("!\u0085!"), ElementsAre("!", "\u0085", "!"));
    EXPECT_THAT(words(""), ElementsAre());
    EXPECT_THROW(PreTokenizer("(", "f"), Error);
}

TEST(PreTokenizer, LongWordsAreNoTrouble) {
    const std::string text(1 << 17, 'a');
    EXPECT_EQ(PreTokenizer().split(text).size(), 1u);
    EXPECT_EQ(small().decode(small().encode(text)), text);
}

TEST(Merges, TheLowestRankFirstThenTheLeftmost) {
    Merges merges;
    for (int byte = 0; byte < 256; ++byte) merges.set_byte(static_cast<unsigned char>(byte), byte);
    merges.add('b', 'c', 300);
    merges.add('a', 'b', 301);
    merges.add('a', 'a', 302);
    merges.add(302, 'a', 303);
    const auto encode = [&](std::string_view word) {
        std::vector<TokenId> out;
        merges.encode(word, out);
        return out;
    };
    EXPECT_THAT(encode("abc"), ElementsAre('a', 300));
    EXPECT_THAT(encode("aaaab"), ElementsAre(303, 301));
    EXPECT_THAT(encode("aaa"), ElementsAre(303));
    EXPECT_THAT(encode("aaaa"), ElementsAre(302, 302));
    EXPECT_THAT(encode(""), ElementsAre());
}

// A vocabulary with the numbers of Qwen3's for a few words.
TEST(Tokenizer, CheckValues) {
    Json json = small_tokenizer();
    Json &vocabulary = json["model"]["vocab"], &merges = json["model"]["merges"];
    vocabulary["Hello"] = 9707u;
    vocabulary["Ġworld"] = 1879u;
    vocabulary["ĠHello"] = 21927u;
    merges.push_back("Ġ Hello");
    const Tokenizer tokenizer(json, "x");
    EXPECT_THAT(tokenizer.encode("Hello world"), ElementsAre(9707, 1879));
    EXPECT_THAT(tokenizer.encode(" Hello world"), ElementsAre(21927, 1879));
}

// Qwen3's own file, where there is one: QWEN3_TOKENIZER names it.
TEST(Tokenizer, CheckValuesOfQwen3) {
    const char* file = std::getenv("QWEN3_TOKENIZER");
    if (!file) GTEST_SKIP() << "QWEN3_TOKENIZER is not set";
    const Tokenizer tokenizer = Tokenizer::read(file);
    EXPECT_THAT(tokenizer.encode("Hello world"), ElementsAre(9707, 1879));
    EXPECT_THAT(tokenizer.encode(" Hello world"), ElementsAre(21927, 1879));
    EXPECT_THAT(tokenizer.encode("<|im_start|><think>"), ElementsAre(151644, 151667));
    EXPECT_EQ(tokenizer.size(), 151669u);
    EXPECT_TRUE(tokenizer.special(151656));
    EXPECT_FALSE(tokenizer.special(151657));
}

TEST(Tokenizer, AddedTokensAreFoundInTexts) {
    const auto ids = small().encode("Hello<|im_end|></think>!");
    ASSERT_EQ(ids.size(), 4u);
    EXPECT_TRUE(small().special(ids[1]));
    EXPECT_FALSE(small().special(ids[2]));
    EXPECT_EQ(small().decode(ids), "Hello</think>!");
    EXPECT_EQ(small().decode(ids, false), "Hello<|im_end|></think>!");
}

TEST(Tokenizer, ComposesCharacters) {
    EXPECT_EQ(small().encode("e\u0301"), small().encode("\u00e9"));
    EXPECT_EQ(small().decode(small().encode("\u1112\u1161\u11ab")), "\ud55c");
}

// Of the first half alone, so that composition changes nothing.
std::string mixed_text(Random& random) {
    static const std::vector<std::string> pieces = {
        "Hello",  " world",  "é",      "ß",           "Ω",  "Привет", "שלום", "مرحبا", "नमस्ते",
        "日本",   "한국어",  "🙂",     "👩‍🚀", "\n", "\r",     "  ",   "\t",    "\u00a0",
        "\u3000", "1",       "٣",      "Ⅷ",           "'s", "'LL",    "...",  "—",     "<|",
        "|>",     "<think>", "\u200d", "\u180e",      "$",  "_"};
    std::string out;
    for (std::uint64_t i = random.below(24); i > 0; --i) out += pieces[random.below(pieces.size())];
    return out;
}

TEST(Tokenizer, RoundTripOnMixedScripts) {
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const std::string text = mixed_text(random);
        const auto ids = small().encode(text);
        ASSERT_EQ(small().decode(ids, false), text);
        Stream stream(small());
        std::string streamed;
        for (const TokenId id : ids) {
            const std::string piece = stream.push(id);
            EXPECT_EQ(repaired(piece), piece);
            streamed += piece;
        }
        ASSERT_EQ(streamed + stream.finish(), text);
    }
}

TEST(Tokenizer, BrokenTextsAndIds) {
    EXPECT_EQ(refusal([] { small().encode("ab\xff"); }), "text is not UTF-8 at byte 2");
    EXPECT_THROW(small().encode("\xed\xa0\x80"), Error);  // half a pair of UTF-16
    EXPECT_THAT(refusal([] { small().bytes(9999); }), HasSubstr("token 9999 is not in"));
    const TokenId broken[] = {0xe2, 0x41};
    EXPECT_EQ(small().decode(broken), "\ufffdA");
}

TEST(Utf8, BrokenCharacters) {
    EXPECT_EQ(repaired("a\xc0\x80z"), "a\ufffd\ufffdz");
    EXPECT_EQ(repaired("\xf0\x9f\x99"), "\ufffd");
    EXPECT_EQ(repaired("\xf0\x9f\x99\x82"), "🙂");
    EXPECT_EQ(repaired("\xf4\x90\x80\x80"), "\ufffd\ufffd\ufffd\ufffd");
}

TEST(Tokenizer, FilesThatAreNotSupported) {
    const auto changed = [](const char* pointer, const Json& value) {
        Json json = small_tokenizer();
        json[Json::json_pointer(pointer)] = value;
        return refusal([&] { Tokenizer(json, "t"); });
    };
    EXPECT_THAT(changed("/model/type", "Unigram"), HasSubstr("type is \"Unigram\""));
    EXPECT_THAT(changed("/model/vocab/a", -1), HasSubstr("token a has the id -1"));
    EXPECT_THAT(changed("/model/vocab/a", 3u), HasSubstr("two tokens have the id 3"));
    EXPECT_THAT(changed("/model/vocab/日", 999u), HasSubstr("stands for no byte"));
    EXPECT_THAT(changed("/model/merges/0", "x"), HasSubstr("is no pair of tokens"));
    EXPECT_THAT(changed("/model/merges/0", {"q", "qq"}), HasSubstr("a merge needs token q"));
    EXPECT_THAT(changed("/normalizer/type", "NFKC"), HasSubstr("\"NFC\" is supported"));
    EXPECT_THAT(changed("/pre_tokenizer/pretokenizers/1/use_regex", true),
                HasSubstr("use_regex is true, false is supported"));
    EXPECT_THAT(changed("/post_processor/type", "TemplateProcessing"),
                HasSubstr("post_processor: type"));
    EXPECT_THAT(changed("/added_tokens/0/lstrip", true), HasSubstr("lstrip is true"));
    EXPECT_THAT(changed("/pre_tokenizer/pretokenizers/0/pattern/Regex", "("),
                HasSubstr("does not compile"));
    EXPECT_THAT(refusal([] { Tokenizer(Json::array(), "t"); }), HasSubstr("pre_tokenizer"));
}

}  // namespace
}  // namespace qwen3::testing
