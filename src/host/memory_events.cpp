// Lines of the observer, on their way to a file.
#include "host/memory_events.hpp"

#include "base/log.hpp"
#include "host/options/options.hpp"
#include "profile/memory_events.hpp"
#include "report/text_file.hpp"

namespace ironbird::host {
namespace {

// Lives until the process is gone: chips may run until then.
struct EventFile {
    report::TextFile file{options().memory_events};
    profile::MemoryEvents events{[this](std::string_view lines) { file.add("{}", lines); }};
};

EventFile* event_file() {
    static EventFile* const f = options().memory_events.empty() ? nullptr : new EventFile;
    return f;
}

}  // namespace

void attach_memory_events(device::Engine& engine) {
    if (event_file() != nullptr) engine.watch(event_file()->events);
}

void close_memory_events() {
    EventFile* f = event_file();
    if (f == nullptr) return;
    f->events.finish();
    f->file.flush();
    if (!f->file.ok())
        log::warning("the events of memory are not complete: {} could not be written",
                     options().memory_events);
}

}  // namespace ironbird::host
