// The life of the profile's files.
#include "host/profiler.hpp"

#include <filesystem>
#include <ironbird/operation.hpp>
#include <map>

#include "base/log.hpp"
#include "host/configuration.hpp"
#include "host/device/machine.hpp"
#include "host/program/prepared.hpp"
#include "host/program/program_state.hpp"
#include "host/watchers.hpp"

namespace ironbird::host {
namespace {

// The files that other tools read are for one kind of chip.
const arch::Product& profiled_product(const Machine& machine) {
    return machine.only_chip("a profile's files").product();
}

}  // namespace

void Profiler::keep_kernels(const Prepared& work) {
    for (const auto& kernel : work.kernels) kernels_.insert(kernel);
}

void Profiler::dump(const Machine& machine) {
    if (!has_files()) return;
    if (files_ == nullptr)
        files_ = std::make_unique<report::ProfileFiles>(profile_places(options_),
                                                        profiled_product(machine));
    files_->write(recorder_);
    timeline_.add(recorder_);
    recorder_.forget_completed();
}

// For `ironbird report`, beside the record of the run.
void Profiler::write_timeline(const Machine& machine) {
    if (options_.run_dir.empty()) return;
    timeline_.add_unfinished(recorder_);
    std::map<std::uint32_t, noc::Usage> usage;
    std::vector<report::CableStory> cables;
    for (const auto& slot : machine.slots()) {
        usage[slot->chip->id()] = slot->chip->usage();
        for (std::uint32_t c = 0; c < slot->layout->product().ethernet.links; c++)
            if (const auto far = machine.cluster().peer(
                    {static_cast<std::uint16_t>(slot->id), static_cast<std::uint8_t>(c)});
                far && slot->chip->link_traffic(c).bytes != 0)
                cables.push_back({slot->id, c, far->device, slot->chip->link_history(c)});
    }
    const std::filesystem::path path = std::filesystem::path(options_.run_dir) / "timeline.json";
    if (!timeline_.write(path, recorder_, usage, cables))
        log::warning("cannot write {}", path.string());
}

void Profiler::close(const Machine& machine) {
    if (!has_files()) return;
    dump(machine);
    write_timeline(machine);
    files_->close(machine.slots().size());
    closed_ = true;
    for (const std::string& text : files_->complaints()) log::warning("profile: {}", text);
}

report::ProfileRecord Profiler::record(const Machine& machine) const {
    const ChipLayout& chip = machine.only_chip("the totals of a profile");
    report::ProfileRecord r{&recorder_.totals(), &chip.product(), chip.compute_grid(), {}, {}};
    if (files_ != nullptr) {
        r.folder = files_->root().string();
        r.operations = files_->results().string();
    }
    return r;
}

}  // namespace ironbird::host

namespace {

ironbird::profile::Recorder* recorder_of_events() {
    using ironbird::host::Machine;
    auto* profiler = Machine::exists() ? Machine::get().watchers().profiler() : nullptr;
    return profiler != nullptr && profiler->recorder().keeps_events() ? &profiler->recorder()
                                                                      : nullptr;
}

}  // namespace

bool ib_wants_operations() {
    const ironbird::host::Lock lock;
    return recorder_of_events() != nullptr;
}

void ib_note_operation(const tt::tt_metal::Program& program, const ironbird::OperationNote& note) {
    const ironbird::host::Lock lock;
    if (auto* recorder = recorder_of_events())
        recorder->describe(program.state().profile_id(),
                           {note.name, note.attributes, note.inputs, note.outputs});
}
