// Text to tokens and back: byte-level BPE as tokenizer.json describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "merges.hpp"
#include "pretokenizer.hpp"

namespace qwen3 {

struct AddedToken {
    std::string text;
    TokenId id = 0;
    bool special = false;  // left out by decode when asked to
};

class Tokenizer {
 public:
    Tokenizer(const nlohmann::json& root, std::string_view where);
    static Tokenizer read(const std::filesystem::path& file);

    // The text must be UTF-8. Added tokens are found in it, special ones too; none is put in front.
    std::vector<TokenId> encode(std::string_view text) const;
    // The bytes of one token; those of several may be needed for one character.
    std::string bytes(TokenId id) const;
    // Bytes that are no UTF-8 become U+FFFD. An id that does not exist is an error.
    std::string decode(std::span<const TokenId> ids, bool skip_special = true) const;

    std::size_t size() const { return size_; }  // one more than the highest id
    bool special(TokenId id) const;
    const std::vector<AddedToken>& added() const { return added_; }

 private:
    void read_model(const nlohmann::json& root, std::string_view where);
    void read_added(const nlohmann::json& root, std::string_view where);
    void encode_plain(std::string_view text, std::vector<TokenId>& out) const;
    const AddedToken* added_at(std::string_view text) const;

    PreTokenizer pretokenizer_;
    Merges merges_;
    bool nfc_ = false;
    std::size_t size_ = 0;
    std::unordered_map<TokenId, std::string> bytes_;  // of the vocabulary, without added tokens
    std::vector<AddedToken> added_;                   // the longest first
    std::unordered_map<TokenId, std::size_t> added_by_id_;
};

// Gives out text as tokens arrive, holding back the bytes of an unfinished character.
class Stream {
 public:
    explicit Stream(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {}
    std::string push(TokenId id);
    std::string finish();

 private:
    const Tokenizer& tokenizer_;
    std::string held_;
};

// A letter for each byte, so that a vocabulary can be JSON: GPT-2's table.
const std::string& letter_of(unsigned char byte);

}  // namespace qwen3
