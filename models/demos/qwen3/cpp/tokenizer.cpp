// tokenizer.json, and the steps from text to tokens.
#include "tokenizer.hpp"

#include <fmt/ranges.h>
#include <unicode/normalizer2.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "config.hpp"
#include "error.hpp"
#include "utf8.hpp"

namespace qwen3 {
namespace {

using Json = nlohmann::json;

constexpr TokenId kMostTokens = 1 << 24;

// Printable Latin-1 stands for itself, the others for U+0100 and what follows.
std::array<std::string, 256> make_letters() {
    std::array<std::string, 256> letters;
    unsigned next = 0x100;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const bool printable =
            (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
        const unsigned code = printable ? byte : next++;
        letters[byte] = code < 0x80 ? std::string(1, static_cast<char>(code))
                                    : std::string{static_cast<char>(0xc0 | code >> 6),
                                                  static_cast<char>(0x80 | (code & 63))};
    }
    return letters;
}

const std::map<std::string, char, std::less<>>& bytes_of_letters() {
    static const auto table = [] {
        std::map<std::string, char, std::less<>> out;
        for (unsigned byte = 0; byte < 256; ++byte)
            out.emplace(letter_of(static_cast<unsigned char>(byte)), static_cast<char>(byte));
        return out;
    }();
    return table;
}

std::string bytes_of(const std::string& token, std::string_view where) {
    std::string out;
    for (std::string_view rest = token; !rest.empty();) {
        const Character letter = front_character(rest);
        const auto found = bytes_of_letters().find(rest.substr(0, letter.bytes));
        if (found == bytes_of_letters().end())
            fail("{}: token {} holds a letter that stands for no byte", where, token);
        out += found->second;
        rest.remove_prefix(letter.bytes);
    }
    return out;
}

const Json& at(const Json& object, const char* key, std::string_view where) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end()) fail("{}: {} is missing", where, key);
    return *found;
}

TokenId id_of(const Json& value, const std::string& token, std::string_view where) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= kMostTokens)
        fail("{}: token {} has the id {}, 0 to {} is allowed", where, token, value.dump(),
             kMostTokens - 1);
    return value.get<TokenId>();
}

// A part of the description that must be one of a few; `null` is one that is not there.
void expect(const Json& part, const char* key, std::initializer_list<Json> allowed,
            std::string_view where) {
    const Json value = part.is_object() ? part.value(key, Json()) : Json();
    if (std::ranges::find(allowed, value) != allowed.end()) return;
    std::vector<std::string> texts;
    for (const Json& one : allowed) texts.push_back(one.dump());
    fail("{}: {} is {}, {} is supported", where, key, value.dump(), fmt::join(texts, " or "));
}

// A sequence of a split by pattern and the letters for bytes.
std::string pattern_of(const Json& root, std::string_view where) {
    const Json& sequence = at(root, "pre_tokenizer", where);
    expect(sequence, "type", {"Sequence"}, fmt::format("{}: pre_tokenizer", where));
    const Json& steps = at(sequence, "pretokenizers", where);
    if (!steps.is_array() || steps.size() != 2)
        fail("{}: pre_tokenizer: a Split and a ByteLevel are supported", where);
    const std::string in_split = fmt::format("{}: pre_tokenizer 0", where);
    expect(steps[0], "type", {"Split"}, in_split);
    expect(steps[0], "behavior", {"Isolated"}, in_split);
    expect(steps[0], "invert", {false, Json()}, in_split);
    const std::string in_bytes = fmt::format("{}: pre_tokenizer 1", where);
    expect(steps[1], "type", {"ByteLevel"}, in_bytes);
    expect(steps[1], "add_prefix_space", {false}, in_bytes);
    expect(steps[1], "use_regex", {false}, in_bytes);
    const Json& pattern = at(at(steps[0], "pattern", in_split), "Regex", in_split);
    if (!pattern.is_string()) fail("{}: pattern is no string", in_split);
    return pattern.get<std::string>();
}

std::pair<std::string, std::string> merge_of(const Json& merge, std::string_view where) {
    if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
        return {merge[0], merge[1]};
    if (merge.is_string()) {
        const auto text = merge.get<std::string>();
        const auto space = text.find(' ');
        if (space != std::string::npos) return {text.substr(0, space), text.substr(space + 1)};
    }
    fail("{}: merge {} is no pair of tokens", where, merge.dump());
}

void check_utf8(std::string_view text) {
    for (std::size_t done = 0; done < text.size();) {
        const Character character = front_character(text.substr(done));
        if (!character.valid) fail("text is not UTF-8 at byte {}", done);
        done += character.bytes;
    }
}

std::string composed(std::string_view text) {
    UErrorCode trouble = U_ZERO_ERROR;
    const auto* nfc = icu::Normalizer2::getNFCInstance(trouble);
    std::string out;
    icu::StringByteSink<std::string> sink(&out);
    if (U_SUCCESS(trouble))
        nfc->normalizeUTF8(0, {text.data(), static_cast<std::int32_t>(text.size())}, sink, nullptr,
                           trouble);
    if (U_FAILURE(trouble)) fail("text cannot be normalised: {}", u_errorName(trouble));
    return out;
}

}  // namespace

const std::string& letter_of(unsigned char byte) {
    static const auto letters = make_letters();
    return letters[byte];
}

Tokenizer::Tokenizer(const Json& root, std::string_view where)
    : pretokenizer_(pattern_of(root, where), where) {
    const Json normalizer = root.value("normalizer", Json());
    if (!normalizer.is_null())
        expect(normalizer, "type", {"NFC"}, fmt::format("{}: normalizer", where));
    nfc_ = !normalizer.is_null();
    const Json post = root.value("post_processor", Json());
    if (!post.is_null())  // others put tokens in front
        expect(post, "type", {"ByteLevel"}, fmt::format("{}: post_processor", where));
    read_model(at(root, "model", where), where);
    read_added(root, where);
}

void Tokenizer::read_model(const Json& model, std::string_view where) {
    expect(model, "type", {"BPE", Json()}, fmt::format("{}: model", where));
    for (const char* key : {"unk_token", "dropout"})
        expect(model, key, {Json()}, fmt::format("{}: model", where));
    for (const char* key : {"byte_fallback", "ignore_merges"})
        expect(model, key, {false, Json()}, fmt::format("{}: model", where));
    const Json& vocabulary = at(model, "vocab", where);
    const Json& merges = at(model, "merges", where);
    if (!vocabulary.is_object() || !merges.is_array())
        fail("{}: vocab is no object or merges no list", where);
    std::unordered_map<std::string, TokenId> ids;
    for (const auto& [token, value] : vocabulary.items()) {
        const TokenId id = id_of(value, token, where);
        ids.emplace(token, id);
        if (!bytes_.emplace(id, bytes_of(token, where)).second)
            fail("{}: two tokens have the id {}", where, id);
        size_ = std::max<std::size_t>(size_, id + 1);
    }
    const auto id = [&](const std::string& token) {
        const auto found = ids.find(token);
        if (found == ids.end()) fail("{}: a merge needs token {}", where, token);
        return found->second;
    };
    for (unsigned byte = 0; byte < 256; ++byte)
        merges_.set_byte(static_cast<unsigned char>(byte),
                         id(letter_of(static_cast<unsigned char>(byte))));
    for (const Json& merge : merges) {
        const auto [left, right] = merge_of(merge, where);
        merges_.add(id(left), id(right), id(left + right));
    }
}

void Tokenizer::read_added(const Json& root, std::string_view where) {
    const Json list = root.value("added_tokens", Json::array());
    if (!list.is_array()) fail("{}: added_tokens is no list", where);
    for (const Json& entry : list) {
        const Json& content = at(entry, "content", where);
        if (!content.is_string() || content.get<std::string>().empty())
            fail("{}: an added token has no content", where);
        AddedToken token{.text = content.get<std::string>()};
        token.id = id_of(at(entry, "id", where), token.text, where);
        token.special = entry.value("special", Json()) == true;
        for (const char* key : {"lstrip", "rstrip", "single_word", "normalized"})
            expect(entry, key, {false, Json()},
                   fmt::format("{}: added token {}", where, token.text));
        size_ = std::max<std::size_t>(size_, token.id + 1);
        added_.push_back(std::move(token));
    }
    std::ranges::stable_sort(added_, std::ranges::greater{},
                             [](const AddedToken& token) { return token.text.size(); });
    for (std::size_t i = 0; i < added_.size(); ++i) added_by_id_.emplace(added_[i].id, i);
}

Tokenizer Tokenizer::read(const std::filesystem::path& file) {
    return {read_json(file), file.string()};
}

const AddedToken* Tokenizer::added_at(std::string_view text) const {
    for (const AddedToken& token : added_)
        if (text.starts_with(token.text)) return &token;
    return nullptr;
}

void Tokenizer::encode_plain(std::string_view text, std::vector<TokenId>& out) const {
    if (text.empty()) return;
    const std::string normal = nfc_ ? composed(text) : std::string(text);
    for (const std::string_view word : pretokenizer_.split(normal)) merges_.encode(word, out);
}

std::vector<TokenId> Tokenizer::encode(std::string_view text) const {
    check_utf8(text);
    std::vector<TokenId> out;
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size();) {
        const AddedToken* token = added_at(text.substr(i));
        if (!token) {
            ++i;
            continue;
        }
        encode_plain(text.substr(done, i - done), out);
        out.push_back(token->id);
        done = i += token->text.size();
    }
    encode_plain(text.substr(done), out);
    return out;
}

std::string Tokenizer::bytes(TokenId id) const {
    if (const auto added = added_by_id_.find(id); added != added_by_id_.end())
        return added_[added->second].text;
    const auto found = bytes_.find(id);
    if (found == bytes_.end()) fail("token {} is not in the vocabulary", id);
    return found->second;
}

bool Tokenizer::special(TokenId id) const {
    const auto found = added_by_id_.find(id);
    return found != added_by_id_.end() && added_[found->second].special;
}

std::string Tokenizer::decode(std::span<const TokenId> ids, bool skip_special) const {
    std::string text;
    for (const TokenId id : ids)
        if (!skip_special || !special(id)) text += bytes(id);
    return repaired(text);
}

std::string Stream::push(TokenId id) {
    if (tokenizer_.special(id)) return {};
    held_ += tokenizer_.bytes(id);
    std::size_t whole = 0;
    while (whole < held_.size()) {
        const Character character = front_character(std::string_view(held_).substr(whole));
        if (character.cut) break;
        whole += character.bytes;
    }
    std::string out = repaired(std::string_view(held_).substr(0, whole));
    held_.erase(0, whole);
    return out;
}

std::string Stream::finish() {
    return repaired(std::exchange(held_, {}));
}

}  // namespace qwen3
