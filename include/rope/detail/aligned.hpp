#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace rope
{

inline constexpr std::size_t cacheLineBytes = 64;

/// Allocates memory that begins with a cache line.
template <typename T>
struct CacheLineAllocator
{
    using value_type = T;

    CacheLineAllocator() = default;
    template <typename Other>
    explicit CacheLineAllocator(const CacheLineAllocator<Other>&)
    {
    }

    T* allocate(std::size_t count)
    {
        return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t(cacheLineBytes)));
    }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, std::align_val_t(cacheLineBytes)); }

    friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) = default;
};

/// A vector for instructions that load whole cache lines.
template <typename T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

} // namespace rope
