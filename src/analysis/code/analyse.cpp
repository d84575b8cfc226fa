// From a parsed source to its circular buffers, kernels and constants.
#include "analysis/code/analyse.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <fstream>
#include <thread>

#include "analysis/code/config.hpp"
#include "analysis/code/kernels.hpp"
#include "analysis/code/paths.hpp"
#include "analysis/code/unparsed.hpp"
#include "base/fault.hpp"

namespace ironbird::analysis::code {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> flags_for(const fs::path& source, const Settings& settings) {
    // Errors without limit, so that their number means something; warnings are the compiler's.
    std::vector<std::string> flags = {"-x", "c++", "-ferror-limit=0", "-w"};
    for (const fs::path& folder : settings.headers)
        flags.insert(flags.end(), {"-isystem", folder.string()});
    flags.push_back("-I" + fs::absolute(source).parent_path().string());
    flags.insert(flags.end(), settings.flags.begin(), settings.flags.end());
    return flags;
}

class Analysis {
 public:
    Analysis(const fs::path& source, const Settings& settings)
        : unit_(source, flags_for(source, settings)),
          facts_(unit_.root()),
          evaluator_(facts_),
          paths_(evaluator_),
          configs_(evaluator_),
          kernels_(evaluator_, settings, source) {
        found_.path = source;
    }

    Source run() {
        const Unit::Trouble trouble = unit_.trouble();
        found_.errors = trouble.errors;
        found_.first_error = trouble.first;
        circular_buffers();
        kernels();
        constants();
        const auto by_place = [](const auto& e) { return std::tie(e.file, e.line); };
        std::ranges::stable_sort(found_.cbs, {}, by_place);
        std::ranges::stable_sort(found_.kernels, {}, by_place);
        return std::move(found_);
    }

 private:
    CircularBuffer start(std::string how, const Site& site, const Scope& scope) const {
        return {.how = std::move(how),
                .file = file_of(site.cursor),
                .line = line_of(site.cursor),
                .via = scope.via,
                .when = scope.when,
                .repeated = scope.repeated};
    }

    std::string file_of(CXCursor c) const {
        const CXFile file = spot_of(c).file;
        if (file == nullptr || clang_File_isEqual(file, unit_.file())) return {};
        return fs::path(take(clang_getFileName(file))).lexically_normal().string();
    }

    void circular_buffers() {
        for (const Site& site : facts_.create_cb)
            for (const Scope* scope : paths_.to(site)) created(site, *scope);
        for (const UnparsedCall& call : unparsed_calls(unit_, facts_.create_cb)) unparsed(call);
        // What no call above was made of: configurations that are kept somewhere first.
        for (const Site& site : facts_.configs) {
            if (configs_.is_used(site.cursor)) continue;
            for (const Scope* scope : paths_.to(site)) {
                CircularBuffer cb = start("CircularBufferConfig", site, *scope);
                configs_.read(site.cursor, *scope, cb);
                found_.cbs.push_back(std::move(cb));
            }
        }
        for (const Site& site : facts_.cb_descriptors) {
            if (configs_.is_used(site.cursor)) continue;
            for (const Scope* scope : paths_.to(site)) {
                CircularBuffer cb = start("CBDescriptor", site, *scope);
                configs_.read_descriptor(site.cursor, *scope, cb);
                found_.cbs.push_back(std::move(cb));
            }
        }
    }

    void created(const Site& site, const Scope& scope) {
        CircularBuffer cb = start("CreateCircularBuffer", site, scope);
        const Cursors given = arguments(site.cursor);
        if (given.size() > 1) configs_.read_cores(given[1], scope, cb);
        if (given.size() > 2 && !configs_.read(given[2], scope, cb)) {
            cb.size.text = source_text(given[2]);
            cb.size.depends = {"a configuration that is not made in this source"};
        }
        found_.cbs.push_back(std::move(cb));
    }

    // What is broken is often not the configuration: that may have been parsed all the same.
    void unparsed(const UnparsedCall& call) {
        const auto inside = std::ranges::find_if(facts_.configs, [&](const Site& s) {
            const unsigned at = spot_of(s.cursor).offset;
            return file_of(s.cursor).empty() && at > call.begin && at < call.end;
        });
        if (inside == facts_.configs.end()) {
            found_.cbs.push_back(call.cb);
            return;
        }
        for (const Scope* scope : paths_.to(*inside)) {
            CircularBuffer cb = start(call.cb.how, *inside, *scope);
            cb.line = call.cb.line;
            cb.cores = call.cb.cores;
            configs_.read(inside->cursor, *scope, cb);
            found_.cbs.push_back(std::move(cb));
        }
    }

    void kernels() {
        const auto add = [&](const Site& site, Kernel kernel) {
            kernel.file = file_of(site.cursor);
            found_.kernels.push_back(std::move(kernel));
        };
        for (const Site& site : facts_.create_kernel)
            for (const Scope* scope : paths_.to(site))
                add(site, kernels_.of_call(site.cursor, *scope));
        for (const Site& site : facts_.kernel_descriptors)
            for (const Scope* scope : paths_.to(site))
                add(site, kernels_.of_descriptor(site.cursor, *scope));
    }

    void constants() {
        for (const CXCursor c : facts_.constants) {
            const auto first = first_value(c);
            const auto value = first ? constant_of(*first) : std::nullopt;
            if (value && file_of(c).empty())
                found_.constants.push_back({name_of(c), *value, line_of(c)});
        }
    }

    Unit unit_;
    Facts facts_;
    Evaluator evaluator_;
    Paths paths_;
    Configs configs_;
    Kernels kernels_;
    Source found_;
};

}  // namespace

Source analyse(const fs::path& source, const Settings& settings) {
    if (!std::ifstream(source)) throw Error(Fault::usage, "cannot read " + source.string());
    return Analysis(source, settings).run();
}

extern "C" void ironbird_memory_code(const std::vector<fs::path>& sources, const Settings& settings,
                                     std::vector<Source>& found) {
    found.resize(sources.size());
    std::atomic<std::size_t> next = 0;
    std::vector<std::exception_ptr> failed(sources.size());
    const auto work = [&] {
        for (std::size_t i = next++; i < sources.size(); i = next++) try {
                found[i] = analyse(sources[i], settings);
            } catch (...) {
                failed[i] = std::current_exception();
            }
    };
    std::thread second(work);
    work();
    second.join();
    for (const std::exception_ptr& failure : failed)
        if (failure) std::rethrow_exception(failure);
}

static_assert(std::is_same_v<decltype(ironbird_memory_code), AnalyseEntry>);

}  // namespace ironbird::analysis::code
