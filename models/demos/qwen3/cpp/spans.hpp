// Begin and end of what the host does, as Chrome's trace viewer and Perfetto read them.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace qwen3 {

class Spans {
 public:
    enum class Level { phase, program, layer, block, operation };
    using Wait = std::function<void()>;

    // Until it is destroyed; one that was made by default notes nothing.
    class Span {
     public:
        Span() = default;
        Span(Spans* spans, std::string name, Level level, Wait wait);
        Span(Span&& other) noexcept;
        ~Span() noexcept(false);  // waiting may throw

     private:
        Spans* spans_ = nullptr;
        std::string name_;
        Level level_ = Level::phase;
        Wait wait_;
    };

    // `wait` is called at both ends, for work that goes on elsewhere.
    Span enter(std::string name, Level level, Wait wait = {});
    // An error when the file cannot be written.
    void save(const std::filesystem::path& file) const;
    // The error that `save` would end with, before there is anything to save.
    static void check_file(const std::filesystem::path& file);

 private:
    struct Event {
        std::string name;
        Level level;
        char phase;  // B or E
        double microseconds;
    };
    void note(const std::string& name, Level level, char phase);

    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::vector<Event> events_;
};

}  // namespace qwen3
