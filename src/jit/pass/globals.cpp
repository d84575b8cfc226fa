// Chooses an image for each variable and rewrites the code that uses it.
#include "jit/pass/globals.hpp"

#include "ib_abi.h"
#include "jit/pass/constructors.hpp"
#include "jit/pass/module_header.hpp"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"

namespace ironbird::pass {
namespace {

using llvm::dyn_cast;
using llvm::isa;
using Which = abi::Relocation::Base;

void collect_variables(const llvm::Constant& c,
                       llvm::SmallPtrSetImpl<const llvm::GlobalVariable*>& found) {
    if (const auto* variable = dyn_cast<llvm::GlobalVariable>(&c)) {
        found.insert(variable);
        return;
    }
    if (isa<llvm::Function>(c)) return;
    for (const auto& operand : c.operands())
        collect_variables(*llvm::cast<llvm::Constant>(operand), found);
}

// Aliases (one constructor standing for two, say) hide the object that is really used.
void resolve_aliases(llvm::Module& module) {
    for (auto& alias : llvm::make_early_inc_range(module.aliases())) {
        alias.replaceAllUsesWith(alias.getAliasee());
        alias.eraseFromParent();
    }
}

}  // namespace

void define_tables(llvm::Module& module) {
    for (const char* name : {kTablesSymbol, kChipSymbol}) {
        auto* tables = module.getGlobalVariable(name);
        if (tables == nullptr || !tables->isDeclaration() || tables->use_empty()) continue;
        tables->setConstant(true);
        tables->setLinkage(llvm::GlobalValue::InternalLinkage);
        tables->setInitializer(llvm::Constant::getNullValue(tables->getValueType()));
        // What simplifies the code after this, as unrolling does, must not take them for zeros.
        tables->setExternallyInitialized(true);
    }
}

Globals::Globals(llvm::Module& module, Report& report) : module_(module) {
    resolve_aliases(module);
    for (auto& variable : module.globals())
        if (!variable.isDeclaration() && !variable.getName().starts_with("llvm."))
            moved_.push_back(&variable);
    choose_images();
    fill(report);
}

// A constant that holds the address of a per-instance variable differs between instances too.
void Globals::choose_images() {
    llvm::SmallPtrSet<const llvm::GlobalVariable*, 16> per_instance;
    for (const auto* v : moved_)
        if (!v->isConstant()) per_instance.insert(v);
    for (bool grew = true; grew;) {
        grew = false;
        for (const auto* v : moved_) {
            if (per_instance.contains(v)) continue;
            llvm::SmallPtrSet<const llvm::GlobalVariable*, 8> used;
            collect_variables(*v->getInitializer(), used);
            if (llvm::any_of(used, [&](const auto* u) { return per_instance.contains(u); }))
                grew = per_instance.insert(v).second || grew;
        }
    }
    for (const auto* v : moved_) {
        const Which which = per_instance.contains(v) ? Which::globals : Which::constants;
        slots_[v] = {which, (which == Which::globals ? globals_ : constants_).place(*v)};
    }
}

void Globals::fill(Report& report) {
    for (const auto* v : moved_) {
        const Slot slot = slots_[v];
        Image& image = slot.image == Which::globals ? globals_ : constants_;
        if (!image.write(*v->getInitializer(), slot.offset, slots_))
            report.refuse("the initial value of " + plain_name(*v) +
                          " is an address that cannot be relocated");
    }
    for (const auto& store : take_constructor_stores(module_, report)) {
        const auto slot = slots_.find(store.variable);
        Image& image = slot->second.image == Which::globals ? globals_ : constants_;
        if (!image.write(*store.value, slot->second.offset + store.offset, slots_))
            report.refuse("the initial value of " + plain_name(*store.variable) +
                          " is an address that cannot be relocated");
    }
}

std::uint64_t Globals::offset_of(llvm::StringRef name) const {
    for (const auto* v : moved_)
        if (v->getName() == name) return slots_.at(v).offset;
    return kNoTables;
}

void Globals::rewrite_uses(Frame& frame) {
    auto& function = frame.function();
    llvm::SmallVector<llvm::Constant*> all(moved_.begin(), moved_.end());
    llvm::convertUsersOfConstantsToInstructions(all, &function, false);
    llvm::DenseMap<const llvm::Value*, llvm::Value*> at_entry;
    const auto address = [&](llvm::IRBuilder<>& b, const Slot& slot) {
        auto* base = slot.image == Which::globals ? frame.globals() : frame.constants();
        return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), base, slot.offset);
    };
    for (auto& i : llvm::instructions(function))
        for (auto& use : i.operands()) {
            const auto slot = slots_.find(dyn_cast<llvm::GlobalVariable>(use.get()));
            if (slot == slots_.end()) continue;
            if (!isa<llvm::PHINode>(i)) {
                llvm::IRBuilder<> b(&i);
                use.set(address(b, slot->second));
                continue;
            }
            // A phi may name one block twice and then wants one value: shared, at the entry.
            auto*& shared = at_entry[use.get()];
            if (shared == nullptr) {
                auto* base =
                    slot->second.image == Which::globals ? frame.globals() : frame.constants();
                llvm::IRBuilder<> b(llvm::cast<llvm::Instruction>(base)->getNextNode());
                shared = address(b, slot->second);
            }
            use.set(shared);
        }
}

void Globals::finish(const std::set<std::string>& notes, const CbMasks& cb_masks) {
    for (const char* list : {"llvm.used", "llvm.compiler.used"})
        if (auto* used = module_.getGlobalVariable(list, true)) used->eraseFromParent();
    for (auto* v : moved_) v->setInitializer(nullptr);
    for (auto* v : moved_) v->removeDeadConstantUsers();
    std::vector<llvm::Constant*> fields{
        llvm::ConstantInt::get(llvm::Type::getInt64Ty(module_.getContext()), IB_ABI_VERSION)};
    for (const Image* image : {&globals_, &constants_})
        for (auto* field : image->emit(module_)) fields.push_back(field);
    std::string lines;
    for (const auto& note : notes) lines += note + "\n";
    auto* text = llvm::ConstantDataArray::getString(module_.getContext(), lines);
    fields.push_back(new llvm::GlobalVariable(
        module_, text->getType(), true, llvm::GlobalValue::InternalLinkage, text, "ib_notes"));
    const auto add = [&](std::uint64_t number) {
        fields.push_back(
            llvm::ConstantInt::get(llvm::Type::getInt64Ty(module_.getContext()), number));
    };
    for (const std::uint64_t mask : cb_masks) add(mask);
    add(offset_of(kTablesSymbol));
    add(offset_of(kChipSymbol));
    auto* header = llvm::ConstantStruct::getAnon(module_.getContext(), fields);
    module_.insertGlobalVariable(new llvm::GlobalVariable(
        header->getType(), true, llvm::GlobalValue::ExternalLinkage, header, kHeaderSymbol));
    for (auto* v : moved_)
        if (v->use_empty()) v->eraseFromParent();
}

}  // namespace ironbird::pass
