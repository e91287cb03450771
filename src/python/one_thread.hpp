#pragma once

#include <rope/step_watch.hpp>

#include <pybind11/pybind11.h>

#include <cstddef>
#include <stdexcept>
#include <type_traits>

namespace ropewalk
{

/// An object for one thread of Python at a time: while it computes, every other use of it is refused.
class OneThread
{
public:
    /// Runs from construction to destruction, both with Python's lock.
    class Running
    {
    public:
        explicit Running(OneThread& thing) : thing_(thing) { thing_.running_ = true; }
        ~Running() { thing_.running_ = false; }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

    private:
        OneThread& thing_;
    };

    OneThread() = default;
    OneThread(const OneThread&) {} // a copy does not run
    OneThread& operator=(const OneThread&) { return *this; }

    void demandFree() const
    {
        if (running_)
            throw std::runtime_error("another thread advances it: wait for that, or advance a copy");
    }

private:
    bool running_ = false; ///< guarded by Python's lock
};

/// While it lives, Ctrl+C ends what its thread computes between two steps.
class Interruptible
{
public:
    /// Looks each time this number of mass steps is done: Python's lock may take milliseconds.
    explicit Interruptible(std::size_t masses, double often = 3e6)
        : masses_(static_cast<double>(masses)), often_(often), watch_([this](int steps) { look(steps); })
    {
    }

private:
    void look(int steps)
    {
        done_ += masses_ * steps;
        if (steps == 0 || done_ < often_)
            return;
        done_ = 0.0;
        const pybind11::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0)
            throw pybind11::error_already_set();
    }

    double masses_;
    double often_;
    double done_ = 0.0; ///< since the last look
    rope::StepWatch watch_;
};

} // namespace ropewalk

namespace pybind11::detail
{

/// Every bound function takes its object by this: so none of them needs a check of its own.
template <typename T>
class type_caster<T, std::enable_if_t<std::is_base_of_v<ropewalk::OneThread, T>>> : public type_caster_base<T>
{
public:
    bool load(handle source, bool convert)
    {
        if (!type_caster_base<T>::load(source, convert))
            return false;
        if (this->value != nullptr)
            static_cast<const ropewalk::OneThread*>(static_cast<T*>(this->value))->demandFree();
        return true;
    }
};

} // namespace pybind11::detail
