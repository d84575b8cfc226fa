// The parser's sentences in ours, by their form.
#include "cli/usage.hpp"

#include <fmt/format.h>

#include <regex>
#include <string>
#include <utility>

namespace ironbird::cli {
namespace {

constexpr std::pair<const char*, const char*> kWordings[] = {
    {R"(The following arguments? (?:was|were) not expected: (.*))", "\"$1\" is not understood"},
    {R"(Could not convert: (.*) = (.*))", "$1 takes a number, not \"$2\""},
    {R"((.*): (.*) not in \{(.*)\})", "$1 takes one of $3, not \"$2\""},
    {R"((.*): 1 required .* missing)", "$1 needs a value"},
    {R"((.*): At Most 1 required but received .*)", "$1 is given more than once"},
    {R"((.*) is required)", "$1 is missing"},
};

// Regular expressions take a stack frame for each letter.
constexpr std::size_t kLongest = 1000;

std::string reworded(const std::string& said) {
    if (said.size() > kLongest) return said.substr(0, kLongest) + "...";
    for (const auto& [form, ours] : kWordings)
        if (std::regex_match(said, std::regex(form)))
            return std::regex_replace(said, std::regex(form), ours);
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
