// Events in the order of their times, and the file of them.
#include "spans.hpp"

#include <unistd.h>

#include <array>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "error.hpp"

namespace qwen3 {

namespace {

constexpr std::array kNames = {"Phase", "Program", "Layer", "Block", "Operation"};

}  // namespace

Spans::Span::Span(Spans* spans, std::string name, Level level, Wait wait)
    : spans_(spans), name_(std::move(name)), level_(level), wait_(std::move(wait)) {
    if (wait_) wait_();
    spans_->note(name_, level_, 'B');
}

Spans::Span::Span(Span&& other) noexcept
    : spans_(std::exchange(other.spans_, nullptr)),
      name_(std::move(other.name_)),
      level_(other.level_),
      wait_(std::move(other.wait_)) {}

Spans::Span::~Span() noexcept(false) {
    if (spans_ == nullptr || std::uncaught_exceptions() > 0) return;
    if (wait_) wait_();
    spans_->note(name_, level_, 'E');
}

Spans::Span Spans::enter(std::string name, Level level, Wait wait) {
    return {this, std::move(name), level, std::move(wait)};
}

void Spans::note(const std::string& name, Level level, char phase) {
    const std::chrono::duration<double, std::micro> since =
        std::chrono::steady_clock::now() - start_;
    events_.push_back({name, level, phase, since.count()});
}

void Spans::save(const std::filesystem::path& file) const {
    nlohmann::ordered_json events = nlohmann::ordered_json::array();
    for (const Event& event : events_) {
        const auto level = static_cast<std::size_t>(event.level);
        events.push_back({{"name", event.name},
                          {"cat", kNames[level]},
                          {"ph", std::string(1, event.phase)},
                          {"pid", getpid()},
                          {"tid", level},
                          {"ts", event.microseconds},
                          {"args", nlohmann::ordered_json::object()}});
    }
    std::ofstream out(file);
    out << nlohmann::ordered_json{{"traceEvents", events}, {"displayTimeUnit", "ms"}}.dump()
        << '\n';
    if (!out.flush()) fail("{}: cannot be written", file.string());
}

// Appends nothing; a file that was not there before is not left behind.
void Spans::check_file(const std::filesystem::path& file) {
    const bool there = std::filesystem::exists(std::filesystem::symlink_status(file));
    if (!std::ofstream(file, std::ios::app)) fail("{}: cannot be written", file.string());
    if (!there) std::filesystem::remove(file);
}

}  // namespace qwen3
