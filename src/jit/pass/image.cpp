// Flattens initialisers to bytes and relocations.
#include "jit/pass/image.hpp"

#include <algorithm>

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Alignment.h"

namespace ironbird::pass {
namespace {

using llvm::cast;
using llvm::Constant;
using llvm::dyn_cast;
using llvm::isa;

bool is_blank(const Constant& c) {
    return c.isNullValue() || isa<llvm::UndefValue>(c) || isa<llvm::ConstantAggregateZero>(c);
}

}  // namespace

Address address_of(const Constant& c, const llvm::DataLayout& layout, bool& ok) {
    if (auto* alias = dyn_cast<llvm::GlobalAlias>(&c))
        return address_of(*alias->getAliasee(), layout, ok);
    if (auto* object = dyn_cast<llvm::GlobalObject>(&c))
        return {const_cast<llvm::GlobalObject*>(object), 0, 8};
    const auto* e = dyn_cast<llvm::ConstantExpr>(&c);
    if (e == nullptr) return {};
    if (const auto* gep = dyn_cast<llvm::GEPOperator>(e)) {
        llvm::APInt offset(64, 0);
        Address a = address_of(*cast<Constant>(gep->getPointerOperand()), layout, ok);
        if (!gep->accumulateConstantOffset(layout, offset)) ok = false;
        a.addend += offset.getSExtValue();
        return a;
    }
    if (e->isCast()) {
        Address a = address_of(*e->getOperand(0), layout, ok);
        a.width = static_cast<std::uint32_t>(layout.getTypeStoreSize(e->getType()));
        return a;
    }
    if (e->getOpcode() == llvm::Instruction::Add || e->getOpcode() == llvm::Instruction::Sub) {
        Address a = address_of(*e->getOperand(0), layout, ok);
        const auto* number = dyn_cast<llvm::ConstantInt>(e->getOperand(1));
        if (a.base != nullptr && number == nullptr) ok = false;
        if (number != nullptr)
            a.addend += e->getOpcode() == llvm::Instruction::Add ? number->getSExtValue()
                                                                 : -number->getSExtValue();
        return a;
    }
    ok = false;
    return {};
}

std::uint64_t Image::place(const llvm::GlobalVariable& variable) {
    layout_ = &variable.getParent()->getDataLayout();
    const llvm::Align align = layout_->getPreferredAlign(&variable);
    const std::uint64_t offset = llvm::alignTo(bytes_.size(), align);
    bytes_.resize(offset + layout_->getTypeAllocSize(variable.getValueType()));
    alignment_ = std::max(alignment_, align.value());
    return offset;
}

void Image::write_bits(const llvm::APInt& bits, std::uint64_t offset) {
    const unsigned count = (bits.getBitWidth() + 7) / 8;
    for (unsigned n = 0; n < count; n++)
        bytes_[offset + n] = static_cast<std::uint8_t>(
            bits.extractBitsAsZExtValue(std::min(8u, bits.getBitWidth() - 8 * n), 8 * n));
}

bool Image::write_address(const Constant& value, std::uint64_t offset, const Slots& slots) {
    bool ok = true;
    const Address a = address_of(value, *layout_, ok);
    if (!ok) return false;
    if (a.base == nullptr) {
        // inttoptr of a number: an address on the device.
        const auto* e = dyn_cast<llvm::ConstantExpr>(&value);
        const auto* number = e != nullptr ? dyn_cast<llvm::ConstantInt>(e->getOperand(0)) : nullptr;
        if (number != nullptr) write_bits(number->getValue().zextOrTrunc(64), offset);
        return number != nullptr;
    }
    if (auto* function = dyn_cast<llvm::Function>(a.base)) {
        if (a.addend == 0 && a.width == 8) functions_.emplace_back(offset, function);
        return a.addend == 0 && a.width == 8;
    }
    const auto slot = slots.find(cast<llvm::GlobalVariable>(a.base));
    if (slot == slots.end() || (a.width != 4 && a.width != 8)) return false;
    relocations_.push_back({static_cast<std::uint32_t>(offset), a.width, slot->second.image,
                            static_cast<std::int64_t>(slot->second.offset) + a.addend});
    return true;
}

bool Image::write(const Constant& value, std::uint64_t offset, const Slots& slots) {
    // What was there before, when a constructor overwrites an initial value.
    const std::uint64_t end = offset + layout_->getTypeStoreSize(value.getType());
    std::erase_if(relocations_,
                  [&](const auto& r) { return r.offset >= offset && r.offset < end; });
    if (is_blank(value)) {
        std::fill(bytes_.begin() + offset, bytes_.begin() + end, 0);
        return true;
    }
    if (const auto* number = dyn_cast<llvm::ConstantInt>(&value))
        return write_bits(number->getValue(), offset), true;
    if (const auto* real = dyn_cast<llvm::ConstantFP>(&value))
        return write_bits(real->getValueAPF().bitcastToAPInt(), offset), true;
    if (const auto* data = dyn_cast<llvm::ConstantDataSequential>(&value)) {
        const auto raw = data->getRawDataValues();
        std::copy(raw.begin(), raw.end(), bytes_.begin() + offset);
        return true;
    }
    if (!isa<llvm::ConstantAggregate>(value)) return write_address(value, offset, slots);
    auto* record = dyn_cast<llvm::StructType>(value.getType());
    for (unsigned n = 0; n < value.getNumOperands(); n++) {
        const auto& element = *cast<Constant>(value.getOperand(n));
        const std::uint64_t at =
            record != nullptr
                ? layout_->getStructLayout(record)->getElementOffset(n).getFixedValue()
                : n * layout_->getTypeAllocSize(element.getType()).getFixedValue();
        if (!write(element, offset + at, slots)) return false;
    }
    return true;
}

std::string Image::prefix() const {
    return which_ == abi::Relocation::Base::globals ? "ib_globals" : "ib_constants";
}

// Bytes, with the addresses of functions between them for the dynamic linker to fill in.
Constant* Image::emit_bytes(llvm::Module& module) const {
    auto& context = module.getContext();
    auto sorted = functions_;
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    llvm::SmallVector<Constant*> pieces;
    std::uint64_t at = 0;
    const auto bytes_until = [&](std::uint64_t end) {
        pieces.push_back(
            llvm::ConstantDataArray::get(context, llvm::ArrayRef(bytes_.data() + at, end - at)));
        at = end;
    };
    for (const auto& [offset, function] : sorted) {
        bytes_until(offset);
        pieces.push_back(function);
        at += 8;
    }
    bytes_until(bytes_.size());
    auto* value = llvm::ConstantStruct::getAnon(context, pieces, true);
    return new llvm::GlobalVariable(module, value->getType(), true,
                                    llvm::GlobalValue::InternalLinkage, value, prefix() + "_bytes");
}

Constant* Image::emit_relocations(llvm::Module& module) const {
    auto& c = module.getContext();
    auto *word = llvm::Type::getInt32Ty(c), *wide = llvm::Type::getInt64Ty(c);
    auto* type = llvm::StructType::get(c, {word, word, word, wide});
    llvm::SmallVector<Constant*> rows;
    for (const auto& r : relocations_)
        rows.push_back(llvm::ConstantStruct::get(
            type, {llvm::ConstantInt::get(word, r.offset), llvm::ConstantInt::get(word, r.width),
                   llvm::ConstantInt::get(word, static_cast<std::uint32_t>(r.base)),
                   llvm::ConstantInt::get(wide, static_cast<std::uint64_t>(r.addend))}));
    auto* value = llvm::ConstantArray::get(llvm::ArrayType::get(type, rows.size()), rows);
    return new llvm::GlobalVariable(module, value->getType(), true,
                                    llvm::GlobalValue::InternalLinkage, value,
                                    prefix() + "_relocations");
}

std::vector<Constant*> Image::emit(llvm::Module& module) const {
    auto* wide = llvm::Type::getInt64Ty(module.getContext());
    return {emit_bytes(module), llvm::ConstantInt::get(wide, bytes_.size()),
            llvm::ConstantInt::get(wide, alignment_), emit_relocations(module),
            llvm::ConstantInt::get(wide, relocations_.size())};
}

}  // namespace ironbird::pass
