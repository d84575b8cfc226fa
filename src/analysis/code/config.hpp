// Circular buffer configurations: what a CircularBufferConfig or a CBDescriptor holds in the end.
#pragma once

#include <set>

#include "analysis/code/value.hpp"

namespace ironbird::analysis::code {

class Configs {
 public:
    explicit Configs(Evaluator& evaluator) : evaluator_(evaluator) {}

    // Fills size, slots and on_buffer; false when what stands behind the expression is not clear.
    bool read(CXCursor configuration, const Scope& scope, CircularBuffer& into);
    void read_descriptor(CXCursor list, const Scope& scope, CircularBuffer& into);
    void read_cores(CXCursor cores, const Scope& scope, CircularBuffer& into) const;

    // Constructions and descriptors that some circular buffer was made of.
    bool is_used(CXCursor construction) const { return used_.contains(spot_of(construction)); }

 private:
    bool read_call(CXCursor call, const Scope& scope, CircularBuffer& into);
    bool read_construction(CXCursor call, const Scope& scope, CircularBuffer& into);
    void read_formats(CXCursor map, const Scope& scope, CircularBuffer& into);
    void read_changes(CXCursor variable, const Scope& scope, CircularBuffer& into);
    void change(CXCursor call, const Scope& scope, CircularBuffer& into);
    void change_slot(CXCursor call, const Scope& scope, CircularBuffer& into);
    Slot& slot(CXCursor index, const Scope& scope, CircularBuffer& into);

    Evaluator& evaluator_;
    std::set<Spot> used_;
    int depth_ = 0;
};

}  // namespace ironbird::analysis::code
