#pragma once

#include <memory>

namespace rope
{

/// Working memory of an object, made at its first use. It is no part of the object's state: a copy of the object starts
/// without any, and an object that is assigned to keeps its own. So saved moments stay small.
///
/// A header may name a T that is incomplete there; T must be complete where the memory is used.
template <typename T>
class Uncopied
{
public:
    Uncopied() = default;
    Uncopied(const Uncopied&) {}
    Uncopied(Uncopied&&) noexcept = default;
    Uncopied& operator=(const Uncopied&) { return *this; }
    Uncopied& operator=(Uncopied&&) noexcept = default;
    ~Uncopied() = default;

    T& operator*()
    {
        if (!memory_)
            memory_ = std::make_shared<T>();
        return *memory_;
    }
    const T& operator*() const { return *memory_; } ///< of memory that has been used before
    T* operator->() { return &**this; }

private:
    std::shared_ptr<T> memory_; // never shared, but destroyed without a complete T
};

} // namespace rope
