#include "app/workbench/history.hpp"

#include "catch.hpp"

using namespace ropewalk;

namespace
{

struct NumberedState : SceneState
{
    explicit NumberedState(int n) : number(n) {}
    int number;
};

int popNumber(History& history)
{
    return static_cast<const NumberedState&>(*history.pop()).number;
}

} // namespace

TEST_CASE("the history gives back the latest state first and forgets the oldest", "[history]")
{
    History history;
    CHECK(history.pop() == nullptr);
    const int count = static_cast<int>(History::capacity) + 10;
    for (int i = 0; i < count; ++i)
        history.push(std::make_shared<NumberedState>(i), 80);
    CHECK(history.size() == History::capacity);
    int last = count;
    while (!history.empty())
    {
        const int number = popNumber(history);
        CHECK(number == last - 1);
        last = number;
    }
    CHECK(last == 10);
}

TEST_CASE("the history goes back and on again, until something new is saved", "[history]")
{
    History history;
    const auto state = [](int number) { return std::make_shared<NumberedState>(number); };
    const auto numberOf = [](const SceneStatePtr& arrived)
    { return static_cast<const NumberedState&>(*arrived).number; };
    for (int i = 0; i < 5; ++i)
        history.push(state(i), 80);
    CHECK(numberOf(history.go(-3, state(5), 80)) == 2);
    CHECK(history.size() == 2);
    CHECK(history.ahead() == 3);
    CHECK(numberOf(history.go(2, state(2), 80)) == 4);
    CHECK(numberOf(history.go(9, state(4), 80)) == 5); // as far as there are any
    CHECK(history.size() == 5);
    CHECK(history.ahead() == 0);
    CHECK(numberOf(history.go(-99, state(5), 80)) == 0);
    CHECK(history.ahead() == 5);
    CHECK(numberOf(history.go(0, state(7), 80)) == 7);

    history.push(state(0), 80);
    CHECK(history.ahead() == 0);
    CHECK(popNumber(history) == 0);
}

TEST_CASE("moments of big scenes are fewer, the longer ago they are", "[history]")
{
    History history;
    constexpr int ticks = 900;
    constexpr std::size_t masses = History::byteCapacity / bytesOfMoment(0) / 100; // a hundred fit
    for (int tick = 0; tick < ticks; ++tick)
        history.saveBeforeTick(masses, [tick] { return std::make_shared<NumberedState>(tick); });
    CHECK(history.bytes() <= History::byteCapacity);
    CHECK(history.size() >= 98);
    const auto numberAt = [&history](std::size_t moment)
    { return static_cast<const NumberedState&>(history.at(moment)).number; };
    CHECK(numberAt(0) < ticks - static_cast<int>(History::capacity) + 25);
    for (std::size_t i = 1; i < history.size(); ++i)
    {
        const int age = ticks - numberAt(i - 1);
        CAPTURE(age);
        CHECK(numberAt(i) - numberAt(i - 1) <= 1 + age / 15);
    }
    const std::size_t bytes = history.bytes();
    history.go(-40, std::make_shared<NumberedState>(ticks), masses);
    CHECK(history.bytes() == bytes); // those ahead count too
    history.go(40, std::make_shared<NumberedState>(0), masses);
    const int back = static_cast<const NumberedState&>(*history.popBefore(200)).number;
    CHECK(back < ticks - 200);
    CHECK(back >= ticks - 201 - 200 / 15);
}

TEST_CASE("of the biggest scenes the last two moments stay, whatever they take", "[history]")
{
    History history;
    constexpr std::size_t masses = 2 * History::byteCapacity / bytesOfMoment(0);
    for (int i = 0; i < 3; ++i)
        history.push(std::make_shared<NumberedState>(i), masses);
    CHECK(history.size() == 2);
    CHECK(popNumber(history) == 2);
    CHECK(popNumber(history) == 1);
    CHECK(history.bytes() == 0);
    history.push(std::make_shared<NumberedState>(1), 80);
    history.push(std::make_shared<NumberedState>(2), 80);
    CHECK(history.size() == 2);
    history.clear();
    CHECK(history.empty());
}

TEST_CASE("moments of big scenes are saved every few ticks", "[history]")
{
    CHECK(History::ticksBetween(2) == 1);
    CHECK(History::ticksBetween(10'000) == 1);
    CHECK(History::ticksBetween(1'000'000) == 50); // by History::massesPerTick
}
