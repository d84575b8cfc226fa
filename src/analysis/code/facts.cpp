// One walk over the user's part of a translation unit.
#include "analysis/code/facts.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ironbird::analysis::code {
namespace {

const std::vector<Site> kNone;

constexpr std::array kFunctions = {CXCursor_FunctionDecl,     CXCursor_CXXMethod,
                                   CXCursor_Constructor,      CXCursor_Destructor,
                                   CXCursor_FunctionTemplate, CXCursor_ConversionFunction};

template <std::size_t N>
bool is_one_of(CXCursor cursor, const std::array<CXCursorKind, N>& kinds) {
    return std::ranges::find(kinds, clang_getCursorKind(cursor)) != kinds.end();
}

// The variable, parameter or member that an expression names.
std::optional<CXCursor> named_by(CXCursor expression) {
    constexpr std::array kNamed = {CXCursor_VarDecl, CXCursor_ParmDecl, CXCursor_FieldDecl};
    const CXCursor c = peel(expression);
    if (!is_a(c, CXCursor_DeclRefExpr) && !is_a(c, CXCursor_MemberRefExpr)) return {};
    const CXCursor declaration = clang_getCursorReferenced(c);
    if (!is_one_of(declaration, kNamed)) return {};
    return declaration;
}

// What stands at the bottom of a chain of member calls: config.index(0).set_page_size(1) -> config.
CXCursor called_object(CXCursor call) {
    CXCursor at = peel(call);
    while (is_a(at, CXCursor_CallExpr)) {
        const Cursors inner = children(at);
        if (inner.empty() || !is_a(inner[0], CXCursor_MemberRefExpr)) break;
        const Cursors object = expressions(inner[0]);
        if (object.empty()) break;
        at = peel(object[0]);
    }
    return at;
}

bool writes_operand(CXCursor unary) {
    constexpr std::array kWriting = {CXUnaryOperator_PostInc, CXUnaryOperator_PostDec,
                                     CXUnaryOperator_PreInc, CXUnaryOperator_PreDec,
                                     CXUnaryOperator_AddrOf};
    return std::ranges::find(kWriting, clang_getCursorUnaryOperatorKind(unary)) != kWriting.end();
}

bool is_written_through(CXType parameter) {
    return parameter.kind == CXType_LValueReference &&
           !clang_isConstQualifiedType(clang_getPointeeType(parameter));
}

bool is_constant_number(CXType type) {
    const CXTypeKind kind = clang_getCanonicalType(type).kind;
    return clang_isConstQualifiedType(type) && kind >= CXType_Bool && kind <= CXType_Int128;
}

// Of a template as they are written there: what is forwarded is not written.
std::vector<CXType> parameter_types(CXCursor function) {
    std::vector<CXType> types;
    if (clang_Cursor_isNull(function)) return types;
    const CXCursor pattern = clang_getSpecializedCursorTemplate(function);
    if (!clang_Cursor_isNull(pattern)) {
        for (const CXCursor c : children(pattern))
            if (is_a(c, CXCursor_ParmDecl)) types.push_back(clang_getCursorType(c));
        return types;
    }
    const CXType type = clang_getCursorType(function);
    for (int i = 0; i < clang_getNumArgTypes(type); i++)
        types.push_back(clang_getArgType(type, static_cast<unsigned>(i)));
    return types;
}

// A list of a descriptor's members as it is written; the compiler's own copies have no text.
bool is_list_of(CXCursor cursor, std::string_view type) {
    return is_a(cursor, CXCursor_InitListExpr) && type_name(cursor) == type;
}

}  // namespace

struct Facts::Walk {
    Facts& facts;
    std::size_t function = 0;
    std::vector<Guard> guards;

    Site site(CXCursor c) const { return {c, function, guards}; }

    void all(const Cursors& list) {
        for (const CXCursor c : list) one(c);
    }

    void under(Guard guard, CXCursor body) {
        guards.push_back(guard);
        one(body);
        guards.pop_back();
    }

    void one(CXCursor c) {
        if (is_one_of(c, kFunctions) || is_a(c, CXCursor_LambdaExpr)) return enter(c);
        if (is_a(c, CXCursor_IfStmt)) return branch(c);
        if (is_a(c, CXCursor_ForStmt)) return loop(c, Guard::Kind::counted);
        if (is_a(c, CXCursor_CXXForRangeStmt)) return loop(c, Guard::Kind::ranged);
        if (is_a(c, CXCursor_WhileStmt) || is_a(c, CXCursor_DoStmt))
            return loop(c, Guard::Kind::other_loop);
        if (is_a(c, CXCursor_SwitchStmt)) return choice(c);
        note(c);
        all(children(c));
    }

    void enter(CXCursor c) {
        const bool lambda = is_a(c, CXCursor_LambdaExpr);
        const Cursors inner = children(c);
        Function f{.cursor = c, .outer = function, .lambda = lambda};
        for (const CXCursor p : inner)
            if (is_a(p, CXCursor_ParmDecl)) f.parameters.push_back(p);
        const auto body =
            std::ranges::find_if(inner, [](CXCursor b) { return is_a(b, CXCursor_CompoundStmt); });
        if (body == inner.end()) return;
        const std::size_t number = facts.functions_.size();
        facts.functions_.push_back(f);
        facts.at_[spot_of(c)] = number;
        Walk inside{facts, number, {}};
        inside.all(children(*body));
    }

    void branch(CXCursor c) {
        const Cursors inner = children(c);
        std::size_t first = 0;  // `if (init; condition)` and `if (T x = …)` bring statements along
        while (first < inner.size() && !clang_isExpression(clang_getCursorKind(inner[first])))
            one(inner[first++]);
        if (first == inner.size()) return;
        const CXCursor condition = inner[first];
        one(condition);
        if (first + 1 < inner.size()) under({Guard::Kind::when, condition}, inner[first + 1]);
        if (first + 2 < inner.size()) under({Guard::Kind::unless, condition}, inner[first + 2]);
    }

    void choice(CXCursor c) {
        const Cursors value = expressions(c);
        guards.push_back({Guard::Kind::chosen, value.empty() ? c : value[0]});
        all(children(c));
        guards.pop_back();
    }

    void loop(CXCursor c, Guard::Kind kind) {
        guards.push_back({kind, c});
        all(children(c));
        guards.pop_back();
    }

    void note(CXCursor c) {
        switch (clang_getCursorKind(c)) {
            case CXCursor_CallExpr:
                return call(c);
            case CXCursor_ReturnStmt:
                if (const Cursors value = expressions(c); !value.empty())
                    facts.functions_[function].returned.push_back(value[0]);
                return;
            case CXCursor_BinaryOperator:
                if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign) written(c, c);
                return;
            case CXCursor_CompoundAssignOperator:
                return written(c, c);
            case CXCursor_UnaryOperator:
                if (writes_operand(c)) written(c, c);
                return;
            case CXCursor_VarDecl:
                if (is_constant_number(clang_getCursorType(c))) facts.constants.push_back(c);
                return;
            case CXCursor_InitListExpr:
                if (is_list_of(c, "CBDescriptor")) facts.cb_descriptors.push_back(site(c));
                if (is_list_of(c, "KernelDescriptor")) facts.kernel_descriptors.push_back(site(c));
                return;
            default:
                return;
        }
    }

    void written(CXCursor operation, CXCursor where) {
        const Cursors operands = expressions(operation);
        if (!operands.empty()) written_operand(operands[0], where);
    }

    void written_operand(CXCursor operand, CXCursor where) {
        if (const auto variable = named_by(operand))
            facts.writes_[spot_of(*variable)].push_back(line_text(where));
    }

    void call(CXCursor c) {
        const std::string name = called_name(c);
        if (name == "CreateCircularBuffer") facts.create_cb.push_back(site(c));
        if (name == "CreateKernel") facts.create_kernel.push_back(site(c));
        if (name == "CircularBufferConfig" && clang_equalCursors(bare(c), c))
            facts.configs.push_back(site(c));
        if (name.starts_with("set_"))
            if (const auto variable = named_by(called_object(c)))
                facts.changes_[spot_of(*variable)].push_back(site(c));
        references(c);
        if (const auto target = facts.target_of(c)) facts.calls_[*target].push_back(site(c));
    }

    void references(CXCursor c) {
        const std::vector<CXType> types = parameter_types(clang_getCursorReferenced(c));
        const auto given = static_cast<std::size_t>(std::max(0, clang_Cursor_getNumArguments(c)));
        // Of a member operator the object is an argument too, without a parameter.
        const std::size_t object = name_of(c).starts_with("operator") && given > types.size();
        if (object == 1 && name_of(c).ends_with("=") && !types.empty() &&
            name_of(c) != "operator==" && name_of(c) != "operator!=")
            written_operand(clang_Cursor_getArgument(c, 0), c);
        for (std::size_t i = object; i < given && i - object < types.size(); i++)
            if (is_written_through(types[i - object]))
                written_operand(clang_Cursor_getArgument(c, static_cast<unsigned>(i)), c);
    }
};

Facts::Facts(CXCursor root) {
    functions_.push_back({.cursor = root, .outer = 0});
    // Twice: a call may stand before the function that it reaches. The first walk numbers functions
    // in the order in which the second meets them again.
    for (int round = 0; round < 2; round++) {
        functions_.resize(1);
        calls_.clear(), writes_.clear(), changes_.clear(), constants.clear();
        create_cb.clear(), create_kernel.clear(), configs.clear();
        cb_descriptors.clear(), kernel_descriptors.clear();
        Walk walk{*this, 0, {}};
        for (const CXCursor c : children(root))
            if (!clang_Location_isInSystemHeader(clang_getCursorLocation(c))) walk.one(c);
    }
}

std::optional<std::size_t> Facts::lambda_of(CXCursor expression) const {
    CXCursor c = bare(expression);
    if (const auto variable = named_by(c))
        if (const auto value = first_value(*variable)) c = bare(*value);
    const auto found = at_.find(spot_of(c));
    if (!is_a(c, CXCursor_LambdaExpr) || found == at_.end()) return {};
    return found->second;
}

std::optional<std::size_t> Facts::target_of(CXCursor call) const {
    if (name_of(call) == "operator()") return lambda_of(clang_Cursor_getArgument(call, 0));
    CXCursor target = clang_getCursorReferenced(call);
    if (clang_Cursor_isNull(target)) return {};
    if (const CXCursor pattern = clang_getSpecializedCursorTemplate(target);
        !clang_Cursor_isNull(pattern))
        target = pattern;
    if (const CXCursor definition = clang_getCursorDefinition(target);
        !clang_Cursor_isNull(definition))
        target = definition;
    const auto found = at_.find(spot_of(target));
    if (found == at_.end() || !is_one_of(target, kFunctions)) return {};
    return found->second;
}

const std::vector<Site>& Facts::calls_of(std::size_t function) const {
    const auto found = calls_.find(function);
    return found == calls_.end() ? kNone : found->second;
}

std::vector<std::string> Facts::writes_to(CXCursor declaration) const {
    const auto found = writes_.find(spot_of(declaration));
    return found == writes_.end() ? std::vector<std::string>{} : found->second;
}

const std::vector<Site>& Facts::changes_of(CXCursor declaration) const {
    const auto found = changes_.find(spot_of(declaration));
    return found == changes_.end() ? kNone : found->second;
}

std::optional<CXCursor> first_value(CXCursor variable) {
    const CXCursor value = clang_Cursor_getVarDeclInitializer(variable);
    if (clang_Cursor_isNull(value)) return {};
    return value;
}

}  // namespace ironbird::analysis::code
