// `ironbird moe tokenize`: text to tokens, or tokens to text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <iterator>
#include <memory>

#include "chat.hpp"
#include "command.hpp"
#include "error.hpp"
#include "tokenizer.hpp"

namespace qwen3::commands {
namespace {

struct TokenizeWanted {
    std::string tokenizer;
    std::string text;
    std::vector<TokenId> ids;
    bool chat = false, json = false, keep_special = false, lines = false;
};

std::filesystem::path tokenizer_file(const std::string& given) {
    const std::filesystem::path path = given;
    return std::filesystem::is_directory(path) ? path / "tokenizer.json" : path;
}

void decode(const TokenizeWanted& w, const Tokenizer& tokenizer) {
    const std::string text = tokenizer.decode(w.ids, !w.keep_special);
    if (w.json) return print_json({{"ids", w.ids}, {"text", text}});
    fmt::print("{}\n", text);
}

void encode(const TokenizeWanted& w, const Tokenizer& tokenizer) {
    std::string text = w.text;
    if (text == "-") text = {std::istreambuf_iterator<char>(std::cin), {}};
    if (w.chat) {
        const Message message{"user", text};
        text = render_chat(std::span(&message, 1));
    }
    const auto ids = tokenizer.encode(text);
    if (!w.json) return fmt::print("{}\n", fmt::join(ids, " "));
    Json tokens = Json::array();
    for (const TokenId id : ids) tokens.push_back(tokenizer.bytes(id));
    print_json({{"text", text}, {"ids", ids}, {"tokens", tokens}});
}

// Reading a large vocabulary takes a second: many texts share it.
void encode_lines(const Tokenizer& tokenizer) {
    std::string line;
    for (std::int64_t number = 1; std::getline(std::cin, line); number++) {
        const Json text = Json::parse(line, nullptr, false);
        if (!text.is_string()) fail("line {} of the input is not a string in JSON", number);
        fmt::print("[{}]\n", fmt::join(tokenizer.encode(text.get<std::string>()), ","));
    }
}

void tokenize(const TokenizeWanted& w) {
    const Tokenizer tokenizer = Tokenizer::read(tokenizer_file(w.tokenizer));
    if (w.lines) return encode_lines(tokenizer);
    if (!w.ids.empty()) return decode(w, tokenizer);
    encode(w, tokenizer);
}

}  // namespace

void add_tokenize(CLI::App& app) {
    auto* sub = app.add_subcommand("tokenize", "Turn text into tokens, or tokens into text");
    auto w = std::make_shared<TokenizeWanted>();
    sub->add_option("TOKENIZER", w->tokenizer, "tokenizer.json, or a folder that has one")
        ->required();
    auto* text = sub->add_option("TEXT", w->text, "Text in UTF-8; - reads standard input");
    sub->add_option("--decode", w->ids, "Ids of tokens instead")->delimiter(',')->excludes(text);
    sub->add_flag("--lines", w->lines,
                  "Texts are the lines of standard input, each a string in JSON; ids a line each")
        ->excludes(text);
    sub->add_flag("--keep-special", w->keep_special, "With --decode: show special tokens");
    sub->add_flag("--chat", w->chat, "As the question of a conversation");
    sub->add_flag("--json", w->json, "Ids and tokens as JSON");
    sub->callback([w] { tokenize(*w); });
}

}  // namespace qwen3::commands
