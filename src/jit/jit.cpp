// From requests to loaded kernels: cache first, then compilers side by side.
#include "jit/jit.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "base/fault.hpp"
#include "jit/build.hpp"
#include "jit/hash.hpp"
#include "jit/loaded.hpp"
#include "jit/progress.hpp"

namespace ironbird::jit {
namespace {

using KernelPtr = std::shared_ptr<const abi::Kernel>;

// Kernels by key. The most recent ones stay loaded when nobody holds them, because a program that
// is built again in a loop would load them again each time.
class Loaded {
 public:
    KernelPtr find(const std::string& key) {
        const std::lock_guard hold(lock_);
        const auto it = by_key_.find(key);
        return it == by_key_.end() ? nullptr : it->second.lock();
    }

    void add(const std::string& key, const KernelPtr& kernel) {
        const std::lock_guard hold(lock_);
        by_key_[key] = kernel;
        recent_.push_back(kernel);
        if (recent_.size() > kRecent) recent_.pop_front();
    }

    Totals totals() {
        const std::lock_guard hold(lock_);
        return totals_;
    }
    void count(const Totals& more) {
        const std::lock_guard hold(lock_);
        totals_.compiled += more.compiled;
        totals_.from_cache += more.from_cache;
        totals_.loaded_before += more.loaded_before;
        totals_.seconds += more.seconds;
    }

 private:
    static constexpr std::size_t kRecent = 512;
    std::mutex lock_;
    std::map<std::string, std::weak_ptr<const abi::Kernel>> by_key_;
    std::deque<KernelPtr> recent_;
    Totals totals_;
};

struct Job {
    const Request* request;
    std::optional<Built> built;
    std::exception_ptr error;
    KernelPtr kernel;
};

void for_each_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    const auto worker = [&] {
        for (std::size_t n; (n = next++) < count;) work(n);
    };
    const std::size_t threads =
        std::min<std::size_t>(count, std::max(1u, std::thread::hardware_concurrency()));
    std::vector<std::jthread> helpers;
    for (std::size_t n = 1; n < threads; n++) helpers.emplace_back(worker);
    worker();
}

// The precompiled headers that jobs ask for, each looked up once.
class Headers {
 public:
    explicit Headers(const Workplace& at) : at_(at) {}

    std::string path(const Request& request) {
        One& one = entry(header_key(request, at_.options));
        std::call_once(one.made, [&] { one.path = precompiled_header(request, at_); });
        return one.path;
    }

 private:
    struct One {
        std::once_flag made;  // not by a failure: each job sees its own
        std::string path;
    };
    One& entry(const std::string& key) {
        const std::lock_guard hold(lock_);
        return by_key_[key];
    }

    const Workplace& at_;
    std::mutex lock_;
    std::map<std::string, One> by_key_;
};

// One write for each: processes that share the file do not mix.
void log_build(const JitOptions& options, const Request& request, const Built& built) {
    if (options.build_log.empty() || built.from_cache) return;
    const std::string source = request.source_path.empty() ? "-" : request.source_path;
    const std::string line =
        fmt::format("{} {} {} {} attempts {}\n", source, abi::label(request.processor),
                    request.chip, built.attempts, built.key);
    std::ofstream(options.build_log, std::ios::app) << line;
}

void compile_missing(const std::vector<Job*>& missing, const Workplace& at) {
    if (missing.empty()) return;
    Progress progress(missing.size());
    Headers headers(at);
    const HeaderOf header = [&](const Request& r) { return headers.path(r); };
    for_each_in_parallel(missing.size(), [&](std::size_t n) {
        Job& job = *missing[n];
        try {
            job.built = build(*job.request, header, at);
            log_build(at.options, *job.request, *job.built);
        } catch (...) {
            job.error = std::current_exception();
        }
        progress.done();
    });
    at.store.trim(at.options.cache_limit_bytes);
}

// Finds or compiles every distinct request; errors stay in the jobs.
std::map<std::string, Job> build_all(std::span<const Request> requests,
                                     std::vector<std::string>& keys, const Workplace& at) {
    std::map<std::string, Job> jobs;
    for (const Request& r : requests) {
        keys.push_back(cheap_key(r, at.options, at.hashes));
        jobs.try_emplace(keys.back(), Job{&r, {}, {}, {}});
    }
    std::vector<Job*> missing;
    for (auto& [key, job] : jobs) {
        if (!at.options.force_compile) job.built = find_built(*job.request, at);
        if (!job.built) missing.push_back(&job);
    }
    compile_missing(missing, at);
    return jobs;
}

// One compiled kernel with other tables is another loaded one.
std::string loaded_key(const Job& job) {
    const auto bytes = [](const auto& tables) {
        return std::string_view(reinterpret_cast<const char*>(&tables), sizeof tables);
    };
    return Hash()
        .add(job.built->key)
        .add(bytes(job.request->tables))
        .add(bytes(job.request->chip_tables))
        .hex();
}

void open(Job& job, Loaded& loaded, const Paths& paths, Totals& totals) {
    if (!job.built) return;
    const std::string key = loaded_key(job);
    if (job.built->from_cache) job.kernel = loaded.find(key);
    if (job.kernel != nullptr) {
        totals.loaded_before++;
        return;
    }
    Built built = *job.built;
    built.key = key;
    job.kernel = open_kernel(*job.request, built, paths);
    loaded.add(key, job.kernel);
    (job.built->from_cache ? totals.from_cache : totals.compiled)++;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

struct Jit::State {
    explicit State(JitOptions o) : options(std::move(o)) {}

    Workplace workplace() {
        const std::lock_guard hold(lock);
        if (store == nullptr) store = std::make_unique<Store>(options.cache_folder);
        return {options, *store, hashes};
    }

    const JitOptions options;
    std::mutex lock;
    std::unique_ptr<Store> store;
    FileHashes hashes;
    Loaded loaded;
};

Jit::Jit(JitOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Jit::~Jit() = default;

std::vector<KernelPtr> Jit::load(std::span<const Request> requests) {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::string> keys;
    auto jobs = build_all(requests, keys, state_->workplace());
    for (const auto& key : keys)
        if (jobs.at(key).error) std::rethrow_exception(jobs.at(key).error);
    Totals totals;
    std::vector<KernelPtr> kernels;
    for (auto& [key, job] : jobs) open(job, state_->loaded, state_->options.paths, totals);
    for (const auto& key : keys) kernels.push_back(jobs.at(key).kernel);
    totals.seconds = seconds_since(begin);
    state_->loaded.count(totals);
    return kernels;
}

std::vector<CompileResult> Jit::compile(std::span<const Request> requests) {
    std::vector<std::string> keys;
    auto jobs = build_all(requests, keys, state_->workplace());
    std::vector<CompileResult> results;
    for (const auto& key : keys) {
        const Job& job = jobs.at(key);
        CompileResult result;
        try {
            if (job.error) std::rethrow_exception(job.error);
            result = {true, job.built->from_cache, {}, job.built->seconds, job.built->object_path};
        } catch (const Error& e) {
            // A full disk or ^C is no word on the kernel.
            if (row(e.fault()).blame == Blame::configuration) throw;
            result.diagnostics = e.detail().empty() ? e.summary() : e.detail();
        }
        results.push_back(std::move(result));
    }
    return results;
}

Totals Jit::totals() const {
    return state_->loaded.totals();
}

CacheInfo Jit::cache_info() {
    CacheInfo info = state_->workplace().store.info();
    info.limit_bytes = state_->options.cache_limit_bytes;
    return info;
}

CacheInfo Jit::cache_clear() {
    CacheInfo before = cache_info();
    state_->workplace().store.clear();
    return before;
}

void Jit::close() {
    const std::lock_guard hold(state_->lock);
    state_->store.reset();
}

}  // namespace ironbird::jit
