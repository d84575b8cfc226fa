// One function for each thing that rank 0 asks for.
#include "ranks/server.hpp"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <filesystem>
#include <functional>

#include "base/log.hpp"
#include "jit/loaded.hpp"

namespace ironbird::ranks {
namespace {

using device::Chip;

class Server {
 public:
    Server(Link& link, const Welcome& welcome)
        : link_(link), peers_(link, welcome.spread), paths_(jit::find_paths()) {
        device::EngineOptions options = welcome.options;
        if (options.threads == 0) options.threads = threads_beside(link);
        engine_ = device::make_engine(options, &peers_);
    }

    void run() {
        while (!over_) {
            const Bytes message = link_.receive(0);
            for (In in(message); !in.at_end();) obey(in);
        }
    }

 private:
    struct Row {
        void (Server::*act)(In&);
        bool answers = false;
    };

    // By the number of what is asked.
    static const Row& row_of(Ask ask) {
        static const std::array<Row, static_cast<std::size_t>(Ask::count_)> rows = {
            {{&Server::add_chip},
             {&Server::remove_chip},
             {&Server::connect},
             {&Server::set_routers},
             {&Server::write_l1},
             {&Server::clear_l1},
             {&Server::write_dram},
             {&Server::read_l1, true},
             {&Server::read_dram, true},
             {&Server::traffic, true},
             {&Server::link_traffic, true},
             {&Server::kernel},
             {&Server::start},
             {&Server::prints},
             {&Server::advance, true},
             {&Server::end}}};
        return rows[static_cast<std::size_t>(ask)];
    }

    // What goes wrong where nobody waits for an answer is said in the next one.
    void obey(In& in) {
        const Row& row = row_of(in.next<Ask>());
        answer_ = {};
        if (!row.answers) {
            try {
                (this->*row.act)(in);
            } catch (const std::exception&) {
                if (!trouble_) trouble_ = std::current_exception();
            }
            return;
        }
        answer_ << Answer::done;
        try {
            (this->*row.act)(in);
            if (trouble_) std::rethrow_exception(std::exchange(trouble_, {}));
        } catch (const device::EndedElsewhere&) {
            answer_.bytes.clear();
            answer_ << Answer::elsewhere;
            put_news(answer_);
        } catch (const Error& e) {
            fail(e);
        } catch (const std::exception& e) {
            fail(Error(Fault::internal, fmt::format("rank {}: {}", link_.rank(), e.what())));
        }
        link_.send(0, answer_.bytes);
    }

    void fail(const Error& e) {
        answer_.bytes.clear();
        answer_ << Answer::failed << e;
        put_news(answer_);
    }

    Chip& chip(In& in) { return *chips_.at(in.next<std::uint32_t>()); }

    void add_chip(In& in) {
        const auto id = in.next<std::uint32_t>();
        chips_[id] = &engine_->add_chip(arch::selected(in.next<std::string>()), id);
    }
    void remove_chip(In& in) {
        const auto id = in.next<std::uint32_t>();
        chips_.erase(id);
        engine_->remove_chip(id);
    }
    void connect(In& in) {
        const auto a = in.next<device::Engine::End>(), b = in.next<device::Engine::End>();
        engine_->connect(a, b);
    }
    void set_routers(In& in) {
        const auto id = in.next<std::uint32_t>();
        engine_->set_routers(id, in.next<std::vector<device::RouterSetup>>());
    }
    void write_l1(In& in) {
        Chip& to = chip(in);
        const auto core = in.next<std::uint32_t>(), address = in.next<std::uint32_t>();
        to.write_l1(core, address, in.bytes());
    }
    void clear_l1(In& in) { chip(in).clear_l1(); }
    void write_dram(In& in) {
        Chip& to = chip(in);
        const auto bank = in.next<std::uint32_t>();
        const auto address = in.next<std::uint64_t>();
        to.write_dram(bank, address, in.bytes());
    }
    void read_l1(In& in) {
        Chip& from = chip(in);
        const auto core = in.next<std::uint32_t>(), address = in.next<std::uint32_t>();
        Bytes bytes(in.next<std::uint64_t>());
        from.read_l1(core, address, bytes);
        answer_ << bytes;
    }
    void read_dram(In& in) {
        Chip& from = chip(in);
        const auto bank = in.next<std::uint32_t>();
        const auto address = in.next<std::uint64_t>();
        Bytes bytes(in.next<std::uint64_t>());
        from.read_dram(bank, address, bytes);
        answer_ << bytes;
    }
    void traffic(In& in) {
        const Chip& of = chip(in);
        answer_ << of.traffic() << of.usage();
    }
    void link_traffic(In& in) {
        const Chip& of = chip(in);
        answer_ << of.link_traffic(in.next<std::uint32_t>());
    }

    void kernel(In& in) {
        const auto place = in.next<KernelPlace>();
        kernels_.push_back(nullptr);
        if (!std::filesystem::exists(place.object_path))
            throw Error(Fault::usage,
                        fmt::format("rank {} does not see the compiled kernel {}", link_.rank(),
                                    place.object_path),
                        {}, "put TT_METAL_CACHE on a file system that all machines share");
        jit::Request request;
        request.source_path = place.source_path;
        request.processor = place.processor;
        request.tables = place.tables;
        request.chip_tables = place.chip;
        loaded_.push_back(jit::open_kernel(
            request, {place.object_path, fmt::format("{:016x}", place.hash), true}, paths_));
        kernels_.back() = loaded_.back().get();
    }

    void start(In& in) {
        const auto id = in.next<device::LaunchId>();
        const auto bytes = in.bytes();
        auto held = take_launch({bytes.begin(), bytes.end()}, kernels_);
        const device::LaunchId local = engine_->start(held->launch);
        launches_[local] = {id, std::move(held)};
    }

    void prints(In& in) {
        if (in.next<bool>())
            engine_->on_print([this](const device::PrintLine& l) { peers_.print(l); });
        else
            engine_->on_print(nullptr);
    }

    void advance(In&) {
        if (trouble_) {
            peers_.meet({.stop = true}, {});
            return;
        }
        std::vector<device::Completion> done;
        try {
            done = engine_->advance();
        } catch (...) {
            launches_.clear();
            throw;
        }
        for (device::Completion& c : done) {
            const auto at = launches_.find(c.id);
            c.id = at->second.id;
            launches_.erase(at);
        }
        answer_ << done;
        put_news(answer_);
    }

    // Lines that no meeting has taken along, and new warnings.
    void put_news(Out& out) {
        const auto lines = peers_.take_lines();
        out << lines.size();
        for (const device::PrintLine& l : lines) out << l;
        const auto warnings = engine_->unit_warnings();
        out << warnings.size() - told_;
        for (; told_ < warnings.size(); told_++) out << warnings[told_];
    }

    void end(In&) { over_ = true; }

    struct Held {
        device::LaunchId id{};  // rank 0's
        std::unique_ptr<HeldLaunch> launch;
    };

    Link& link_;
    RankPeers peers_;
    const jit::Paths paths_;
    std::vector<std::shared_ptr<const abi::Kernel>> loaded_;
    std::vector<const abi::Kernel*> kernels_;    // by number; null: it could not be loaded
    std::map<device::LaunchId, Held> launches_;  // by the engine's id
    std::map<std::uint32_t, Chip*> chips_;
    std::size_t told_ = 0;  // warnings
    std::exception_ptr trouble_;
    Out answer_;
    bool over_ = false;
    std::unique_ptr<device::Engine> engine_;  // the first to go
};

}  // namespace

void serve(Link& link, const Identity& mine) {
    link.send(0, greeting(mine).bytes);
    const Bytes message = link.receive(0);
    In in(message);
    const auto welcome = in.next<Welcome>();
    if (welcome.refusal.empty()) {
        log::set_level(log::Level::off);  // rank 0 says it
        Server(link, welcome).run();
    }
    link.leave();
}

}  // namespace ironbird::ranks
