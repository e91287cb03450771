#pragma once

#include <memory>
#include <utility>

namespace rope
{

/// A part of an object that it has or has not, copied with it. A header may name a T that is incomplete there; T must
/// be complete where the object is copied or destroyed.
template <typename T>
class Owned
{
public:
    Owned() = default;
    explicit Owned(T value) : value_(std::make_unique<T>(std::move(value))) {}
    Owned(const Owned& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
    Owned(Owned&&) noexcept = default;
    Owned& operator=(const Owned& other)
    {
        if (this != &other)
            value_ = other.value_ ? std::make_unique<T>(*other.value_) : nullptr;
        return *this;
    }
    Owned& operator=(Owned&&) noexcept = default;
    ~Owned() = default;

    void emplace() { value_ = std::make_unique<T>(); }
    void reset() { value_.reset(); }

    explicit operator bool() const { return value_ != nullptr; }
    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return value_.get(); }
    const T* operator->() const { return value_.get(); }

private:
    std::unique_ptr<T> value_;
};

} // namespace rope
