// The parser's sentences in ours, by their form.
#include "cli/usage.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace ironbird::cli {
namespace {

// What stands around the parts of a sentence that vary, and the sentence in our words, with {0} for
// the first part.
struct Wording {
    std::vector<std::string_view> around;
    const char* ours;
};

const Wording kWordings[] = {
    {{"The following argument was not expected: ", ""}, "\"{0}\" is not understood"},
    {{"The following arguments were not expected: ", ""}, "\"{0}\" is not understood"},
    {{"Could not convert: ", " = ", ""}, "{0} takes a number, not \"{1}\""},
    {{"", ": ", " not in {", "}"}, "{0} takes one of {2}, not \"{1}\""},
    {{"", ": 1 required ", " missing"}, "{0} needs a value"},
    {{"", ": At Most 1 required but received ", ""}, "{0} is given more than once"},
    {{"", " is required"}, "{0} is missing"},
};

// The parts that vary; none if the sentence has another form.
std::vector<std::string_view> parts_of(std::string_view said,
                                       const std::vector<std::string_view>& around) {
    const std::string_view last = around.back();
    if (!said.starts_with(around.front()) || !said.ends_with(last)) return {};
    size_t from = around.front().size();
    std::vector<std::string_view> parts;
    for (size_t i = 1; i < around.size(); i++) {
        const bool at_end = i + 1 == around.size();
        const size_t to = at_end ? said.size() - last.size() : said.find(around[i], from);
        if (to == std::string_view::npos || to < from) return {};
        parts.push_back(said.substr(from, to - from));
        from = to + around[i].size();
    }
    parts.resize(3);  // as many as the longest sentence has
    return parts;
}

constexpr std::size_t kLongest = 1000;

std::string reworded(const std::string& said) {
    if (said.size() > kLongest) return said.substr(0, kLongest) + "...";
    for (const Wording& wording : kWordings)
        if (const auto parts = parts_of(said, wording.around); !parts.empty())
            return fmt::format(fmt::runtime(wording.ours), parts[0], parts[1], parts[2]);
    return said;
}

std::string commands_of(const CLI::App& app) {
    std::string names;
    for (const CLI::App* sub : app.get_subcommands({}))
        names += (names.empty() ? "" : ", ") + sub->get_name();
    return names;
}

// The command as far as it was understood, and how it is called.
std::string form_of(const CLI::App& app) {
    const CLI::App* at = &app;
    std::string name = app.get_name();
    while (!at->get_subcommands().empty()) {
        at = at->get_subcommands().front();
        name += " " + at->get_name();
    }
    if (!at->get_subcommands({}).empty())
        return fmt::format("usage: {} COMMAND; commands: {}", name, commands_of(*at));
    // Commands that take a program's own words say themselves how they are called.
    const std::string footer = at->get_footer();
    if (footer.starts_with("ironbird ")) return "usage: " + footer.substr(0, footer.find('\n'));
    std::string form = "usage: " + name + " [OPTIONS]";
    for (const CLI::Option* o : at->get_options())
        if (o->get_positional())
            form += o->get_required() ? " " + o->get_name() : fmt::format(" [{}]", o->get_name());
    return form;
}

}  // namespace

Error usage_error(const CLI::App& app, const CLI::ParseError& found) {
    return {Fault::usage, reworded(found.what()), {}, form_of(app)};
}

}  // namespace ironbird::cli
