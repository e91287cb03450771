"""What a call from Python adds to a tick: PYTHONPATH=build/release/python python3 bench/python_step.py

Each round advances a rope by 200 ticks of 1/60 s in one call, in C++ alone, and then by 200 calls of one tick. The ratio is that
of the least times of all rounds, as other programs on the machine only ever add time.
"""
import time

import ropewalk

tick, ticks, rounds = 1 / 60, 200, 100


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def calls(rope):
    advance = rope.advance
    for _ in range(ticks):
        advance(tick)


print("masses  us a tick in C++  from Python  ratio")
for masses in (10, 40, 80, 200, 1000):
    start = ropewalk.RopeSimulation(mass_count=masses)
    start.advance(tick, times=60)
    inside, outside = [], []
    for _ in range(rounds):
        one, other = start.copy(), start.copy()
        inside.append(seconds(lambda: one.advance(tick, times=ticks)))
        outside.append(seconds(lambda: calls(other)))
        assert (one.positions == other.positions).all()
    inside, outside = min(inside) / ticks * 1e6, min(outside) / ticks * 1e6
    print(f"{masses:6}  {inside:16.2f}  {outside:11.2f}  {outside / inside:5.3f}")
