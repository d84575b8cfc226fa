// Neighbouring columns with the same steps share a MiniPipe while it has room.
#include "minipipe.hpp"

namespace piper {
namespace {

class Pipes {
 public:
    void add_steps(std::size_t field, const std::vector<Step>& steps) {
        if (steps.empty()) return;
        if (!fits(stateless_ != 0, false) || all_.back().steps != steps) open(false).steps = steps;
        all_.back().fields.push_back(field);
    }
    void add_vocabulary(std::size_t field, const VocabularyStep& step) {
        if (!fits(stateful_ != 0, true)) open(true).vocabulary = step;
        all_.back().fields.push_back(field);
    }
    std::vector<MiniPipe> take() { return std::move(all_); }

 private:
    bool fits(bool any, bool stateful) const {
        return any && !all_.empty() && all_.back().stateful() == stateful &&
               all_.back().fields.size() < kMiniPipeColumns;
    }
    MiniPipe& open(bool stateful) {
        unsigned& used = stateful ? stateful_ : stateless_;
        const unsigned there = stateful ? kStatefulPipes : kStatelessPipes;
        const unsigned first = stateful ? kStatelessPipes : 0;
        all_.push_back({.number = first + used % there, .turn = used / there});
        ++used;
        return all_.back();
    }

    unsigned stateless_ = 0, stateful_ = 0;  // opened so far
    std::vector<MiniPipe> all_{};
};

}  // namespace

std::vector<MiniPipe> minipipes_of(const Plan& plan) {
    Pipes pipes;
    for (const ColumnPlan& column : plan.columns) pipes.add_steps(column.field, column.before);
    for (const ColumnPlan& column : plan.columns)
        if (column.vocabulary) pipes.add_vocabulary(column.field, *column.vocabulary);
    for (const ColumnPlan& column : plan.columns) pipes.add_steps(column.field, column.after);
    return pipes.take();
}

}  // namespace piper
