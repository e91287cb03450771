"""Ropes as masses and springs: simulations, scenes, advice and cards of Ropewalk, in SI units.

    import ropewalk

    rope = ropewalk.RopeSimulation(mass_count=40)
    rope.connection_velocity = 0.5, 0, 0                # [m/s]
    rope.advance(1 / 60, times=300)
    print(rope.time, rope.positions[-1])
"""

from ._ropewalk import *  # noqa: F401,F403
from ._ropewalk import __version__  # noqa: F401
