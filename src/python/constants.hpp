#pragma once

#include "one_thread.hpp"
#include "vectors.hpp"

#include <rope/parameters.hpp>

#include <memory>

namespace ropewalk
{

/// Constants as attributes of a Python object: names, ranges, units and errors come from their rows.
class Constants : public OneThread
{
public:
    virtual ~Constants() = default;
    virtual rope::Parameters& rows() = 0;

protected:
    Constants() = default;
    Constants(const Constants&) = delete;
    Constants& operator=(const Constants&) = delete;
};

/// Sets one constant from a Python value or from text. Throws std::invalid_argument as Parameter::set does.
void assign(rope::Parameter& row, py::handle value);
/// The same for each of NAME=VALUE; an unknown name is refused with the nearest known one.
void assign(rope::Parameters& rows, const py::kwargs& values);

/// The settings of a simulation, by themselves.
template <typename Settings>
class SettingsConstants : public Constants
{
public:
    SettingsConstants()
    {
        settings_.describe(rows_); // with the defaults still in place
    }
    SettingsConstants(const SettingsConstants* begin, const py::kwargs& values) : SettingsConstants()
    {
        if (begin)
            settings_ = begin->settings_;
        assign(rows_, values);
    }
    SettingsConstants(const Settings& begin, const py::kwargs& values) : SettingsConstants()
    {
        settings_ = begin;
        assign(rows_, values);
    }

    rope::Parameters& rows() override { return rows_; }
    const Settings& settings() const { return settings_; }

private:
    Settings settings_;
    rope::Parameters rows_;
};

void bindConstants(py::module_& module);

template <typename Settings>
void bindSettings(py::module_& module, const char* name, const char* sentence)
{
    using Bound = SettingsConstants<Settings>;
    py::class_<Bound, Constants>(module, name, sentence)
        .def(py::init([](const Bound* settings, const py::kwargs& constants)
                      { return std::make_unique<Bound>(settings, constants); }),
             py::arg("settings") = py::none(), "A copy of `settings`, or the defaults, with these constants changed.");
}

} // namespace ropewalk
