// IRONBIRD_CB_DEPTH, parsed once: "0:1=4,2-5:16=8,*:24=1".
#include "host/program/cb_depth.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <vector>

#include "base/fault.hpp"

namespace ironbird::host {

struct CbDepths::Depth {
    std::uint64_t first, last;  // programs
    std::uint32_t index, pages;
    std::string text;
    bool used = false;

    static Depth parse(std::string_view entry);
    void check(const CbRecord& cb, std::uint64_t bytes) const;
};

namespace {

// The chip counts pages in 16 bits.
constexpr std::uint32_t kMostPages = 65535;

[[noreturn]] void refuse(std::string_view entry) {
    throw Error(Fault::usage,
                fmt::format("\"{}\" in IRONBIRD_CB_DEPTH is no PROGRAM:CB=PAGES", entry), {},
                "PROGRAM is a number, a range as 2-5, or * for all");
}

template <class Number>
Number number(std::string_view text, std::string_view entry) {
    Number n{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size()) refuse(entry);
    return n;
}

}  // namespace

CbDepths::Depth CbDepths::Depth::parse(std::string_view entry) {
    const auto colon = entry.find(':'), equals = entry.find('=');
    if (colon == entry.npos || equals == entry.npos || equals < colon) refuse(entry);
    const auto programs = entry.substr(0, colon);
    Depth d{0, std::numeric_limits<std::uint64_t>::max(),
            number<std::uint32_t>(entry.substr(colon + 1, equals - colon - 1), entry),
            number<std::uint32_t>(entry.substr(equals + 1), entry), std::string(entry)};
    if (d.pages == 0) refuse(entry);
    if (programs == "*") return d;
    const auto dash = programs.find('-');
    d.first = number<std::uint64_t>(programs.substr(0, dash), entry);
    d.last =
        dash == programs.npos ? d.first : number<std::uint64_t>(programs.substr(dash + 1), entry);
    return d;
}

void CbDepths::Depth::check(const CbRecord& cb, std::uint64_t bytes) const {
    const auto fail = [&](const char* why) {
        throw Error(Fault::cb_config,
                    fmt::format("circular buffer {} cannot have {} pages", index, pages), {},
                    fmt::format("as IRONBIRD_CB_DEPTH asks: {}", why));
    };
    if (cb.config.dynamic_cb()) fail("it lies on an L1 buffer");
    if (pages > kMostPages || bytes > std::numeric_limits<std::uint32_t>::max())
        fail("the chip cannot count so many");
    for (const std::uint8_t other : cb.config.buffer_indices())
        if (const auto page = cb.config.page_sizes()[other]; page && bytes % *page != 0)
            fail("another index shares its memory, with pages of another size");
}

CbDepths::CbDepths(std::string text) : text_(std::move(text)) {}
CbDepths::~CbDepths() = default;

std::vector<CbDepths::Depth>& CbDepths::parsed() {
    if (known_) return depths_;
    std::vector<Depth> all;
    for (std::string_view rest = text_; !rest.empty();) {
        const auto comma = rest.find(',');
        all.push_back(Depth::parse(rest.substr(0, comma)));
        rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
    }
    known_ = true;
    return depths_ = std::move(all);
}

std::uint32_t CbDepths::bytes_of(const CbRecord& cb, std::uint64_t program) {
    for (Depth& d : parsed()) {
        const bool meant = program >= d.first && program <= d.last &&
                           d.index < cb.config.page_sizes().size() &&
                           cb.config.buffer_indices().contains(static_cast<std::uint8_t>(d.index));
        const auto page = meant ? cb.config.page_sizes()[d.index] : std::nullopt;
        if (!page) continue;
        const std::uint64_t bytes = std::uint64_t{d.pages} * *page;
        d.used = true;
        d.check(cb, bytes);
        return static_cast<std::uint32_t>(bytes);
    }
    return cb.config.total_size();
}

std::vector<std::string> CbDepths::unused() {
    std::vector<std::string> texts;
    try {
        for (const Depth& d : parsed())
            if (!d.used) texts.push_back(d.text);
    } catch (const Error&) {
        texts.push_back(text_);  // not even an entry
    }
    return texts;
}

}  // namespace ironbird::host
