#include "packed_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

// An arithmetic coder: a bit that the model expects narrows an interval of numbers by little, and costs little. The
// model knows how often each bit was 1 behind the same one, two and three letters. Whole numbers alone, so that every
// machine packs and unpacks the same.

namespace ropewalk
{
namespace
{

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// How likely the next bit of a text is a 1, from the bits before.
class BitModel
{
public:
    BitModel() : seen_(orders * size) {}

    /// In 1/65536, never 0 or 1.
    std::uint32_t chance() const
    {
        // Behind more letters it is surer, as far as these were there before.
        std::uint64_t sum = half;
        std::uint64_t weights = 1;
        for (std::size_t order = 0; order < orders; ++order)
        {
            const Seen& seen = seen_[place(order)];
            const std::uint64_t weight = std::uint64_t{seen.count} << (2 * order);
            sum += weight * seen.chance;
            weights += weight;
        }
        constexpr std::uint32_t least = 32;
        return std::clamp(static_cast<std::uint32_t>(sum / weights), least, 65536u - least);
    }

    void learn(bool one)
    {
        for (std::size_t order = 0; order < orders; ++order)
        {
            Seen& seen = seen_[place(order)];
            const int way = (one ? 65535 : 0) - seen.chance;
            seen.chance = static_cast<std::uint16_t>(seen.chance + 2 * way / (2 * seen.count + 3));
            constexpr std::uint16_t most = 30;
            seen.count = std::min<std::uint16_t>(most, static_cast<std::uint16_t>(seen.count + 1));
        }
        bits_ = 2 * bits_ + (one ? 1u : 0u);
        if (bits_ < 256)
            return;
        last_ = (last_ << 8) | (bits_ & 255u);
        bits_ = 1;
    }

private:
    static constexpr std::size_t orders = 3;
    static constexpr std::size_t size = 1u << 16;
    static constexpr std::uint16_t half = 32768;

    /// Of the bits behind the same letters.
    struct Seen
    {
        std::uint16_t chance = half; ///< of a 1, in 1/65536
        std::uint16_t count = 0;
    };

    std::size_t place(std::size_t order) const
    {
        const std::uint32_t letters = last_ & ((1u << (8 * (order + 1))) - 1);
        const std::uint32_t mixed = (letters * 2654435761u) ^ (bits_ * 40503u);
        return order * size + ((mixed ^ (mixed >> 15)) & (size - 1));
    }

    std::vector<Seen> seen_;
    std::uint32_t last_ = 0; ///< letters
    std::uint32_t bits_ = 1; ///< of the present letter, behind a 1
};

/// The part of the interval [low, high] that stands for a 1 ends there.
std::uint32_t divided(std::uint32_t low, std::uint32_t high, std::uint32_t chance)
{
    return low + static_cast<std::uint32_t>((static_cast<std::uint64_t>(high - low) * chance) >> 16);
}

/// Both ends of the interval begin with the same byte, which is known then.
bool sharesByte(std::uint32_t low, std::uint32_t high)
{
    return ((low ^ high) >> 24) == 0;
}

class Packer
{
public:
    void add(bool one)
    {
        const std::uint32_t middle = divided(low_, high_, model_.chance());
        (one ? high_ : low_) = one ? middle : middle + 1;
        model_.learn(one);
        for (; sharesByte(low_, high_); low_ <<= 8, high_ = (high_ << 8) | 255u)
            bytes_ += static_cast<char>(high_ >> 24);
    }
    std::string finish()
    {
        bytes_ += static_cast<char>(high_ >> 24); // what follows counts as zeros
        return bytes_;
    }

private:
    BitModel model_;
    std::uint32_t low_ = 0;
    std::uint32_t high_ = 0xffffffffu;
    std::string bytes_;
};

class Unpacker
{
public:
    explicit Unpacker(std::string_view bytes) : bytes_(bytes)
    {
        for (int i = 0; i < 4; ++i)
            code_ = (code_ << 8) | next();
    }
    bool take()
    {
        const std::uint32_t middle = divided(low_, high_, model_.chance());
        const bool one = code_ <= middle;
        (one ? high_ : low_) = one ? middle : middle + 1;
        model_.learn(one);
        for (; sharesByte(low_, high_); low_ <<= 8, high_ = (high_ << 8) | 255u)
            code_ = (code_ << 8) | next();
        return one;
    }

private:
    std::uint32_t next()
    {
        if (bytes_.empty())
            return 0;
        const auto byte = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        return byte;
    }

    std::string_view bytes_;
    BitModel model_;
    std::uint32_t low_ = 0;
    std::uint32_t high_ = 0xffffffffu;
    std::uint32_t code_ = 0;
};

std::string inDigits(std::string_view bytes)
{
    std::string text;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char byte : bytes)
    {
        bits = (bits << 8) | static_cast<unsigned char>(byte);
        for (count += 8; count >= 6; count -= 6)
            text += digits[(bits >> (count - 6)) & 63u];
    }
    if (count > 0)
        text += digits[(bits << (6 - count)) & 63u];
    return text;
}

std::string fromDigits(std::string_view text)
{
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char letter : text)
    {
        const std::size_t digit = digits.find(letter);
        if (digit == std::string_view::npos)
            throw std::invalid_argument("a packed text holds a character that is none of letters, digits, - and _");
        bits = (bits << 6) | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count < 8)
            continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count);
    }
    return bytes;
}

} // namespace

std::string packed(std::string_view text)
{
    Packer packer;
    for (const char letter : std::string(text) + '\0') // ends with a zero
        for (int bit = 7; bit >= 0; --bit)
            packer.add(((static_cast<unsigned char>(letter) >> bit) & 1) != 0);
    return inDigits(packer.finish());
}

std::string unpacked(std::string_view packed, std::size_t most)
{
    const std::string bytes = fromDigits(packed);
    Unpacker unpacker(bytes);
    std::string text;
    for (;;)
    {
        unsigned letter = 0;
        for (int bit = 0; bit < 8; ++bit)
            letter = 2 * letter + (unpacker.take() ? 1u : 0u);
        if (letter == 0)
            return text;
        if (text.size() == most)
            throw std::invalid_argument(fmt::format("a packed text is longer than {} bytes, or broken", most));
        text += static_cast<char>(letter);
    }
}

} // namespace ropewalk
