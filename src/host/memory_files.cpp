// When the files of memory are written.
#include "host/memory_files.hpp"

#include <utility>

#include "base/log.hpp"
#include "host/device/machine.hpp"
#include "report/memory_json.hpp"

namespace ironbird::host {

profile::WorstCore MemoryFile::worst() const {
    profile::WorstCore worst;
    for (const auto& chip : recorder_.chips())
        if (chip != nullptr && chip->worst().mark.bytes > worst.mark.bytes) worst = chip->worst();
    return worst;
}

void MemoryFile::write(const Machine& machine) {
    if (std::exchange(written_, true)) return;
    recorder_.close();
    std::vector<report::MemoryShape> shapes(recorder_.chips().size());
    for (const auto& slot : machine.slots())
        shapes.at(slot->chip->id()) = {slot->layout->compute_grid(), slot->layout->l1_banks()};
    if (!report::write_memory_json(path_, recorder_, shapes))
        log::warning("cannot write {}", path_.string());
}

EventFile::EventFile(std::string path) : path_(std::move(path)) {
    if (path_.empty())
        log::set_level(log::Level::debug);
    else
        file_.emplace(path_);
}

void EventFile::add(std::string_view lines) {
    if (file_) return file_->add("{}", lines);
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        log::debug("{}", lines.substr(0, end));
        lines.remove_prefix(end == lines.npos ? lines.size() : end + 1);
    }
}

void EventFile::close() {
    events_.finish();
    if (!file_) return;
    file_->flush();
    if (!file_->ok())
        log::warning("the events of memory are not complete: {} could not be written", path_);
}

}  // namespace ironbird::host
