#pragma once

#include <rope/step_watch.hpp>

#include <pybind11/pybind11.h>

#include <chrono>
#include <stdexcept>
#include <type_traits>

namespace ropewalk
{

/// What is computed by one thread of Python at a time: while it runs, every other use of it is refused.
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
    Interruptible() : watch_([this](int steps) { look(steps); }) {}

private:
    void look(int steps)
    {
        constexpr std::chrono::milliseconds often{100};
        const auto now = std::chrono::steady_clock::now();
        if (steps == 0 || now - last_ < often)
            return;
        last_ = now;
        const pybind11::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0)
            throw pybind11::error_already_set();
    }

    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    rope::StepWatch watch_;
};

} // namespace ropewalk

namespace pybind11::detail
{

/// Every bound function gets such a thing by this.
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
