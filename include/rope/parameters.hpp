#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rope
{

/// What a constant does to the length of a step. Cures are found by it, so that no search knows a constant's name.
enum class StepRole
{
    none,
    longestStep, ///< is the longest step itself
    springs,     ///< the stable step grows as it is lowered, as with all that are called after a cause
    springFriction,
    airFriction,
    mass, ///< the stable step grows as it is raised
    groundRepulsion,
    groundAbsorption,
    bending,
    other,     ///< changes the stable step somehow
    automatic, ///< the switch that keeps steps below the advised one
    integrator ///< the choice of the method
};

/// Where a rope's constant acts besides in a single rope. Others find it by this, so that none lists names.
enum class ParameterUse
{
    none,
    fleet,         ///< in each rope of a fleet
    advice,        ///< in the constants that an advice sets
    fleetAndAdvice ///< in both
};

/// What a settings field means: its range (both ends belong to it), unit and sentence. The slider, the command-line
/// option, the key in scene files, the range error and the table of the documents all come from this one row.
struct ParameterRow
{
    double minimum = 0.0;
    double maximum = 0.0;
    std::string_view unit{};
    std::string_view sentence{};
    StepRole stepRole = StepRole::none;
    ParameterUse use = ParameterUse::none;
    bool laysOut = false;   ///< a change lays the scene out anew
    bool byDecades = false; ///< as often in each decade of its range, also where the default is 0
};

/// A named field of a settings struct: a number, an integer, a switch, a choice or a vector of three.
class ROPE_API Parameter
{
public:
    struct Choice
    {
        std::vector<std::string_view> names;
        std::function<int()> get;
        std::function<void(int)> set;
    };
    using Field = std::variant<double*, int*, bool*, Choice, Vec3*>;
    /// What a field of that kind holds; a choice counts as an integer, from 0.
    using Value = std::variant<double, int, bool, Vec3>;

    Parameter(std::string_view name, std::string_view group, Field field, const ParameterRow& row);

    const std::string& name() const { return name_; }
    const std::string& group() const { return group_; }
    std::string_view unit() const { return row_.unit; }
    std::string_view sentence() const { return row_.sentence; }
    double minimum() const { return row_.minimum; } ///< for a vector, of each component
    double maximum() const { return row_.maximum; }
    StepRole stepRole() const { return row_.stepRole; }
    bool laysOut() const { return row_.laysOut; }
    bool usedBy(ParameterUse use) const { return row_.use == use || row_.use == ParameterUse::fleetAndAdvice; }
    const Field& field() const { return field_; }
    const std::vector<std::string_view>& choices() const;

    bool isChoice() const;
    bool isNumber() const;

    /// True where a linear slider would squeeze the useful values into its first pixels.
    bool logarithmic() const;

    Value value() const;
    double number() const; ///< of a number or an integer

    /// Sets the field; throws std::invalid_argument naming the parameter, the value and the range, and then leaves the
    /// field as it was. The value must be of the field's kind.
    void set(const Value& value);
    void setNumber(double number); ///< of a number or an integer

    /// The value as text that `parse` reads back exactly: "10000", "true", "axial", "0,-9.81,0".
    std::string text() const;
    double defaultNumber() const; ///< of a number or an integer
    std::string defaultText() const;
    bool isDefault() const;
    void restoreDefault();
    /// The present value is the default from now on: a preset brings its own.
    void adoptDefault();

    /// Counts the changes made through this row.
    std::uint64_t revision() const { return revision_; }

    /// "0 to 1e+07", "-50 to 50 each", "full | axial", "true | false".
    std::string rangeText() const;

    /// The value that a text means; throws as `set` does.
    Value read(std::string_view text) const;
    Value read(double number) const; ///< of a number, or of an integer, for which it is rounded
    void parse(std::string_view text);

    /// Throws std::invalid_argument when the field's present value is not finite or out of its range.
    void validate() const;

private:
    static double asNumber(const Value& value);
    std::string textOf(const Value& value) const;
    void validate(const Value& value) const;
    std::string boundsText() const;
    [[noreturn]] void fail(std::string_view value, std::string_view kind) const;

    std::string name_;
    std::string group_;
    Field field_;
    ParameterRow row_;
    Value default_;
    std::uint64_t revision_ = 0;
};

/// The rows of a settings struct, in order.
class ROPE_API Parameters
{
public:
    /// The rows added from now on belong to this group (a heading in the panel).
    void group(std::string_view name) { group_ = name; }

    void add(std::string_view name, double* field, const ParameterRow& row);
    void add(std::string_view name, int* field, const ParameterRow& row);
    void add(std::string_view name, Vec3* field, const ParameterRow& row);
    void add(std::string_view name, bool* field, std::string_view sentence, StepRole stepRole = StepRole::none,
             ParameterUse use = ParameterUse::none);
    void add(std::string_view name, bool* field, const ParameterRow& row);

    /// A choice: the names in the order of the enumerators, which count from 0.
    template <typename Enum>
    requires std::is_enum_v<Enum>
    void add(std::string_view name, Enum* field, std::vector<std::string_view> names, std::string_view sentence,
             StepRole stepRole = StepRole::none, ParameterUse use = ParameterUse::none)
    {
        add(name,
            Parameter::Choice{std::move(names), [field] { return static_cast<int>(*field); },
                              [field](int value) { *field = static_cast<Enum>(value); }},
            sentence, stepRole, use);
    }

    /// A choice that does more than set a field: a preset also sets other constants.
    void add(std::string_view name, const Parameter::Choice& choice, std::string_view sentence,
             StepRole stepRole = StepRole::none, ParameterUse use = ParameterUse::none);

    std::vector<Parameter>& rows() { return rows_; }
    const std::vector<Parameter>& rows() const { return rows_; }

    /// The row of that name; throws std::invalid_argument naming it and the nearest known name.
    Parameter& at(std::string_view name);
    Parameter* find(std::string_view name);
    const Parameter* find(std::string_view name) const;

    /// The first row of that role; null where there is none.
    Parameter* find(StepRole role);
    const Parameter* find(StepRole role) const;

    /// Another number whenever a constant was changed through its row. Nothing else changes constants: a scene writes
    /// its settings only in a row's setter, as a preset does.
    std::uint64_t revision() const;

    /// Sets one parameter from text; throws std::invalid_argument for an unknown name or a bad value.
    void set(std::string_view name, std::string_view text) { at(name).parse(text); }

    void validate() const;

private:
    void push(std::string_view name, Parameter::Field field, const ParameterRow& row);

    std::string group_;
    std::vector<Parameter> rows_;
};

/// The settings themselves; throws std::invalid_argument where one of their rows is out of its range.
template <typename Settings>
Settings validated(Settings settings)
{
    Parameters rows;
    settings.describe(rows);
    rows.validate();
    return settings;
}

/// Whether two settings differ in a constant whose change lays the scene out anew.
template <typename Settings>
bool laidOutOtherwise(Settings one, Settings other)
{
    Parameters rows;
    Parameters otherRows;
    one.describe(rows);
    other.describe(otherRows);
    for (std::size_t i = 0; i < rows.rows().size(); ++i)
        if (rows.rows()[i].laysOut() && rows.rows()[i].value() != otherRows.rows()[i].value())
            return true;
    return false;
}

/// A quantity that a simulation reports: a plot, a CSV column, a number that tests read.
struct Diagnostic
{
    std::string name;
    std::string unit;
    std::string sentence;
    std::function<double()> value;
};

/// The diagnostics of a simulation, in order.
class ROPE_API Diagnostics
{
public:
    void add(std::string_view name, std::string_view unit, std::string_view sentence, std::function<double()> value);

    const std::vector<Diagnostic>& rows() const { return rows_; }

    const Diagnostic* find(std::string_view name) const; ///< null where there is none

private:
    std::vector<Diagnostic> rows_;
};

} // namespace rope
