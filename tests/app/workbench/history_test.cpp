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
        history.push(std::make_unique<NumberedState>(i), 80);
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
    const auto state = [](int number) { return std::make_unique<NumberedState>(number); };
    const auto numberOf = [](const std::unique_ptr<SceneState>& arrived)
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

TEST_CASE("states of big scenes are fewer", "[history]")
{
    History history;
    for (int i = 0; i < 50; ++i)
        history.push(std::make_unique<NumberedState>(i), History::massCapacity / 10);
    CHECK(history.size() == 10); // all masses together stay within the capacity
    for (int i = 0; i < 3; ++i)
        history.push(std::make_unique<NumberedState>(i), 2 * History::massCapacity);
    CHECK(history.size() == 2); // the least that it has of any scene
    history.clear();
    CHECK(history.empty());
    history.push(std::make_unique<NumberedState>(1), 80);
    history.push(std::make_unique<NumberedState>(2), 80);
    CHECK(history.size() == 2);
}

TEST_CASE("moments of big scenes are saved every few ticks", "[history]")
{
    CHECK(History::ticksBetween(2) == 1);
    CHECK(History::ticksBetween(10'000) == 1);
    CHECK(History::ticksBetween(1'000'000) == 50); // by History::massesPerTick
}
