"""The Python package: views, constants and errors, and each simulation against a formula."""
import json
import math
import os
import signal
import tempfile
import threading
import time
import unittest

import numpy as np

import ropewalk


class Threads(unittest.TestCase):
    """While one thread advances a thing, another is refused or waits; nothing else happens.

    Each goes on for ROPEWALK_THREAD_SECONDS; unless that is set, it advances once.
    """
    seconds = float(os.environ.get("ROPEWALK_THREAD_SECONDS", "0"))

    def hammer(self, thing, advance, uses):
        ended = threading.Event()
        failures = []

        def work():
            begin = time.monotonic()
            try:
                advance(thing)
                while time.monotonic() - begin < self.seconds:
                    try:
                        advance(thing)
                    except RuntimeError as error:  # the other thread uses it
                        self.assertIn("another thread advances it", str(error))
            except Exception as error:  # told by the assertion below
                failures.append(error)
            ended.set()

        worker = threading.Thread(target=work)
        worker.start()
        refused = 0
        while not ended.is_set():
            for use in uses:
                try:
                    use(thing)
                except RuntimeError as error:
                    self.assertIn("another thread advances it", str(error))
                    refused += 1
        worker.join()
        self.assertEqual(failures, [])
        self.assertGreater(refused, 0)
        for use in uses:
            use(thing)  # free again

    def test_a_rope(self):
        self.hammer(ropewalk.RopeSimulation(mass_count=400), lambda rope: rope.advance(1 / 60, times=5000),
                    [lambda rope: rope.change(mass_count=300), lambda rope: rope.positions, lambda rope: rope.tensions,
                     lambda rope: rope.copy(), len, lambda rope: rope.total_energy,
                     lambda rope: rope.advance(1e-3)])

    def test_a_rod(self):
        self.hammer(ropewalk.RodSimulation(mass_count=200), lambda rod: rod.advance(1 / 60, times=200),
                    [lambda rod: rod.positions, lambda rod: rod.change(air_friction=0.1),
                     lambda rod: rod.momentum])

    def test_a_scene(self):
        self.hammer(ropewalk.Scene("cloth"), lambda scene: scene.advance(times=60),
                    [lambda scene: scene.reset(), lambda scene: scene.mass_table(), lambda scene: setattr(scene, "rows", 20),
                     lambda scene: scene.diagnostics(), lambda scene: scene.text()])

    def test_a_fleet(self):
        self.hammer(ropewalk.RopeFleet(rope_count=2000), lambda fleet: fleet.advance(1 / 60, times=60),
                    [lambda fleet: fleet.positions(), lambda fleet: fleet.change(rope_count=2000),
                     lambda fleet: fleet.set_wind((0, 0, 1))])

    def test_control_c_ends_a_long_advance(self):
        rope = ropewalk.RopeSimulation(mass_count=400)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            rope.advance(1 / 60, times=1_000_000)
        self.assertGreater(rope.time, 0.0)


class Numbers(unittest.TestCase):
    """What is no finite number is refused where it is given, and not when the rope has vanished."""

    def test_vectors_and_angles(self):
        rope, rod = ropewalk.RopeSimulation(mass_count=4), ropewalk.RodSimulation(mass_count=5)
        nan, inf = math.nan, math.inf
        for call in (lambda: setattr(rope, "connection_velocity", (nan, 0, 0)), lambda: rope.grab(2, (0, inf, 0)),
                     lambda: rod.pin(0, (0, 0, nan)), lambda: rod.set_force(2, (nan, 0, 0)),
                     lambda: rod.turn("first", nan), lambda: rod.release("last", inf),
                     lambda: ropewalk.Solid.sphere((0, nan, 0), 1), lambda: ropewalk.Solid.sphere((0, 0, 0), nan),
                     lambda: ropewalk.Solid.sphere((0, 0, 0), -1), lambda: ropewalk.Solid.plane((0, 0, 0), (0, 0, 0)),
                     lambda: ropewalk.Solid.box((0, 0, 0), (1, 0, 1)),
                     lambda: ropewalk.Solid.capsule((0, 0, 0), (1, 0, 0), inf)):
            with self.assertRaisesRegex(ValueError, " = (nan|inf|-1|0): must be (finite|above 0)"):
                call()
        self.assertEqual(rope.connection_velocity, (0, 0, 0))

    def test_a_motion_that_a_rod_does_not_have(self):
        rod = ropewalk.RodSimulation(mass_count=5)
        rod.clamp("first", (1, 0, 0))
        rod.rest()
        for number in (-1, 1000):
            with self.assertRaisesRegex(IndexError, f"motion {number}: must be 0 to "):
                rod.frequency(number)


class Views(unittest.TestCase):
    def test_positions_follow_the_rope_without_a_copy(self):
        rope = ropewalk.RopeSimulation(mass_count=40)
        positions, velocities, tensions = rope.positions, rope.velocities, rope.tensions
        self.assertTrue(np.shares_memory(positions, rope.positions))
        before = positions.copy()
        np.testing.assert_allclose(before[:, 0], 0.05 * np.arange(40), rtol=0, atol=1e-15)
        rope.advance(0.1)
        self.assertLess(positions[-1, 1], before[-1, 1])
        self.assertTrue(np.array_equal(positions, rope.positions))
        self.assertTrue(np.array_equal(velocities, rope.velocities))
        self.assertTrue(np.array_equal(tensions, rope.tensions))

    def test_tension_is_stiffness_times_stretch(self):
        rope = ropewalk.RopeSimulation(mass_count=40)
        tensions = rope.tensions
        rope.advance(1 / 60, times=30)
        lengths = np.linalg.norm(np.diff(rope.positions, axis=0), axis=1)
        np.testing.assert_allclose(tensions, 10_000 * (lengths - 0.05), rtol=1e-12, atol=1e-9)
        self.assertGreater(tensions[0], 1.0)

    def test_a_step_moves_positions_with_the_new_velocities(self):
        rope = ropewalk.RopeSimulation(mass_count=10)
        rope.advance(0.5)
        before = rope.positions.copy()
        rope.step(1e-3)
        np.testing.assert_allclose(rope.positions, before + 1e-3 * rope.velocities, rtol=0, atol=1e-15)

    def test_views_are_read_only(self):
        rope = ropewalk.RopeSimulation()
        for view in (rope.positions, rope.velocities, rope.tensions):
            with self.assertRaises(ValueError):
                view[0] = 1.0

    def test_a_view_outlives_the_name_of_its_rope(self):
        rope = ropewalk.RopeSimulation(mass_count=3)
        positions = rope.positions
        del rope
        self.assertEqual(positions[2, 0], 0.1)

    def test_masses_stay_where_they_are_while_thousands_come(self):
        rope = ropewalk.RopeSimulation(mass_count=3, payout_speed=20, max_mass_count=10_000, gravity=(0, 0, 0))
        positions, tensions = rope.positions, rope.tensions
        rope.change(mass_count=9000, spring_length=0.001)
        rope.advance(1 / 60, times=60)
        self.assertGreater(len(rope), 100)
        self.assertEqual(len(positions), 3)
        self.assertTrue(np.shares_memory(positions, rope.positions))
        self.assertTrue(np.shares_memory(tensions, rope.tensions))
        self.assertTrue(np.array_equal(positions, rope.positions[:3]))

    def test_a_copy_goes_on_by_itself(self):
        rope = ropewalk.RopeSimulation(mass_count=10)
        rope.advance(0.5)
        other = rope.copy()
        self.assertFalse(np.shares_memory(rope.positions, other.positions))
        rope.advance(0.1)
        other.advance(0.1)
        self.assertTrue(np.array_equal(rope.positions, other.positions))

    def test_many_ticks_at_once_give_the_same_bits(self):
        one, other = ropewalk.RopeSimulation(), ropewalk.RopeSimulation()
        steps = sum(one.advance(1 / 60) for _ in range(60))
        self.assertEqual(other.advance(1 / 60, times=60), steps)
        self.assertTrue(np.array_equal(one.positions, other.positions))


class ConstantsOfRows(unittest.TestCase):
    def test_names_units_and_ranges_are_those_of_the_rows(self):
        rows = {row.name: row for row in ropewalk.RopeSettings().parameters()}
        self.assertEqual(rows["spring_constant"].unit, "N/m")
        self.assertEqual(rows["spring_constant"].range, "0 to 1e+07")
        self.assertIn("Stiffness", rows["spring_constant"].sentence)
        self.assertIn("spring_constant", dir(ropewalk.RopeSettings()))

    def test_values_of_every_kind(self):
        settings = ropewalk.RopeSettings(mass_count=40, gravity=np.array([0, -1.62, 0]), pin_free_end=True)
        settings.integrator = "energy_momentum"
        settings.mass = np.float64(0.125)
        self.assertEqual(settings.mass_count, 40)
        self.assertEqual(settings.gravity, (0, -1.62, 0))
        self.assertIs(settings.pin_free_end, True)
        self.assertEqual(settings.integrator, "energy_momentum")
        self.assertEqual(settings.mass, 0.125)
        again = ropewalk.RopeSettings(settings, mass=0.25)
        self.assertEqual((again.mass_count, again.mass, settings.mass), (40, 0.25, 0.125))
        self.assertEqual(settings, ropewalk.RopeSettings(settings))
        self.assertNotEqual(settings, again)
        self.assertEqual(eval(repr(settings), vars(ropewalk)), settings)

    def test_errors_name_the_constant_the_value_and_the_range(self):
        def message(kind, call):
            with self.assertRaises(kind) as caught:
                call()
            return str(caught.exception)

        settings = ropewalk.RopeSettings()
        self.assertEqual(
            message(ValueError, lambda: setattr(settings, "spring_constant", -1)),
            "spring_constant = -1: must be 0 to 1e+07 N/m",
        )
        self.assertEqual(settings.spring_constant, 10_000)
        self.assertIn("whole number", message(ValueError, lambda: ropewalk.RopeSettings(mass_count=2.5)))
        self.assertIn("three numbers", message(ValueError, lambda: ropewalk.RopeSettings(gravity=(0, 1))))
        self.assertIn("true | false", message(ValueError, lambda: ropewalk.RopeSettings(pin_free_end=2)))
        self.assertIn("full | axial", message(ValueError, lambda: ropewalk.RopeSettings(friction_direction="ful")))
        self.assertIn(
            "did you mean 'spring_constant'?", message(ValueError, lambda: ropewalk.RopeSimulation(spring_constnt=1))
        )
        self.assertIn("did you mean 'mass'?", message(AttributeError, lambda: setattr(settings, "mas", 1)))
        self.assertFalse(hasattr(settings, "nothing_like_it"))
        rope = ropewalk.RopeSimulation()
        for seconds in (-1, math.nan, math.inf, 1e300):
            self.assertIn("seconds", message(ValueError, lambda: rope.advance(seconds)))
        self.assertIn("(n, 3)", message(ValueError, lambda: rope.lay_out([1, 2, 3])))
        self.assertIn("mass = 80", message(IndexError, lambda: rope.grab(80, (0, 0, 0))))

    def test_constants_change_while_a_rope_moves(self):
        rope = ropewalk.RopeSimulation(mass_count=10)
        rope.change(gravity=(0, 0, 0), air_friction=0)
        self.assertEqual(rope.settings.gravity, (0, 0, 0))
        settings = rope.settings
        settings.mass = 0.2
        rope.settings = settings
        np.testing.assert_array_equal(rope.masses, np.full(10, 0.2))


class Simulations(unittest.TestCase):
    def test_books_of_a_rope_balance(self):
        rope = ropewalk.RopeSimulation(mass_count=20)
        rope.keeps_books = True
        start = rope.total_energy
        rope.advance(2.0)
        lines = rope.energy_lines
        gained = sum(-value if name.startswith("loss_") else value for name, value in lines.items())
        self.assertAlmostEqual(rope.total_energy - start, gained, delta=1e-9)
        self.assertGreater(lines["loss_air"], 0)

    def test_a_fleet_moves_as_a_rope_does(self):
        rope = ropewalk.RopeSimulation(mass_count=20)
        fleet = ropewalk.RopeFleet(rope_count=3, mass_count=20, connections=[(0, 0, 0), (0, 0, 5), (3, 0, 0)])
        rope.advance(1 / 60, times=30)
        fleet.advance(1 / 60, times=30)
        positions = fleet.positions()
        self.assertEqual((positions.shape, positions.dtype), ((3, 20, 3), np.float32))
        np.testing.assert_allclose(positions[0], rope.positions, rtol=0, atol=1e-5)
        np.testing.assert_allclose(positions[2] - (3, 0, 0), rope.positions, rtol=0, atol=1e-5)
        again = np.empty((3, 4, 3), np.float32)
        self.assertIs(fleet.positions(stride=9, out=again), again)
        np.testing.assert_array_equal(again, positions[:, [0, 9, 18, 19]])
        with self.assertRaisesRegex(ValueError, r"\(3, 20, 3\)"):
            fleet.positions(out=again)
        with self.assertRaisesRegex(ValueError, "one position for each of the 2 ropes"):
            ropewalk.RopeFleet(rope_count=2, connections=[(0, 0, 0)])

    def test_a_clamped_rod_bears_the_moment_of_its_load(self):
        stiffness, force = 0.02, 0.001
        rod = ropewalk.RodSimulation(mass_count=41, bending_stiffness=stiffness, gravity=(0, 0, 0))
        rod.clamp("first", (1, 0, 0))
        rod.set_force(-1, (0, -force, 0))
        self.assertTrue(rod.rest())
        x = rod.positions[:, 0]
        # At rest the moment of a hinge is the load's moment about it, exactly so in the discrete rod: the hinge's energy
        # (2 B/l) tan2(phi/2) gives the moment (2 B/l) t (1 + t2) with t = tan(phi/2) = kappa l/2.
        t = rod.curvatures[1:-1] * (1 / 40) / 2
        np.testing.assert_allclose(2 * stiffness * 40 * t * (1 + t**2), force * (x[-1] - x[1:-1]), rtol=1e-6)
        # P L^3/3B, of small bends
        self.assertAlmostEqual(-rod.positions[-1, 1], force / (3 * stiffness), delta=0.002 * force / (3 * stiffness))

    def test_a_rod_lies_on_a_plane(self):
        rod = ropewalk.RodSimulation(mass_count=21, rope_radius=0.01, contact_friction=0.5)
        rod.add_solid(ropewalk.Solid.plane((0, -0.05, 0), (0, 1, 0)))
        rod.advance(1 / 60, times=60)
        np.testing.assert_allclose(rod.positions[:, 1], -0.04, atol=1e-3)
        self.assertGreater(rod.touch_count, 0)
        with self.assertRaisesRegex(ValueError, "first or last"):
            rod.turn("middle", 1.0)

    def test_ropes_are_added_tied_cut_and_joined(self):
        sim = ropewalk.RodSimulation(mass_count=11, gravity=(0, 0, 0))
        second = sim.add_rope([(1 + 0.1 * i, 0, 0) for i in range(11)])
        self.assertEqual(len(sim), 22)
        tie = sim.tie(10, 11)
        sim.advance(1 / 60, times=10)
        np.testing.assert_allclose(sim.positions[sim.ropes[second]][:, 0], np.linspace(1, 2, 11), atol=1e-12)
        sim.untie(tie)
        behind = sim.cut(15)
        self.assertEqual(sorted(sim.ropes), [0, second, behind])
        sim.join(second, "last", behind, "first")
        sim.join(0, "last", second, "first")
        self.assertEqual(len(sim), 21)
        self.assertEqual(list(sim.ropes), [0])
        with self.assertRaisesRegex(ValueError, "between two ends"):
            sim.cut(0)
        with self.assertRaisesRegex(IndexError, "rope 7"):
            sim.remove_rope(7)


    def test_each_rope_has_a_reel(self):
        sim = ropewalk.RopeSimulation(mass_count=11, gravity=(0, 0, 0), max_mass_count=60)
        second = sim.add_rope([(0.05 * i, 0, 1) for i in range(11)], payout_speed=0.1)
        third = sim.add_rope([(0.05 * i, 0, 2) for i in range(11)])
        sim.set_payout_speed(third, -0.1)
        view = sim.positions
        sim.advance(1 / 60, times=60)
        self.assertEqual([s.stop - s.start for s in sim.ropes.values()], [11, 13, 9])
        np.testing.assert_array_equal(view, sim.positions)
        sim.set_payout_speed(0, 0.1)
        self.assertEqual(sim.settings.payout_speed, 0.1)
        with self.assertRaisesRegex(ValueError, "payout_speed = 30"):
            sim.set_payout_speed(second, 30)
        many = ropewalk.RopeSimulation(mass_count=10, max_mass_count=10_000)
        many.set_payout_speed(many.add_rope([(0.05 * i, 0, 1) for i in range(10)]), 1)
        other = many.add_rope([(0.05 * i, 0, 2) for i in range(10)])
        for pay_out in (lambda: many.set_payout_speed(other, 1), lambda: many.change(payout_speed=1)):
            with self.assertRaisesRegex(ValueError, "20010 masses: must be at most 20000"):
                pay_out()


class ScenesAdviceCards(unittest.TestCase):
    def test_a_scene_agrees_with_theory(self):
        self.assertIn("spring_pendulum", ropewalk.scenes())
        rows = ropewalk.Scene("spring_pendulum").check()
        self.assertGreater(len(rows), 0)
        for row in rows:
            self.assertTrue(row.passed, f"{row.quantity}: {row.got} instead of {row.expected}")

    def test_a_scene_is_the_rope_that_the_library_makes(self):
        scene = ropewalk.Scene("rope", mass_count=20)
        rope = ropewalk.RopeSimulation(mass_count=20)
        scene.move((0.5, 0, 0))
        rope.connection_velocity = 0.5, 0, 0
        for _ in range(60):
            scene.advance()
            rope.advance(1 / 60)
        np.testing.assert_array_equal(scene.mass_table()[:, :3], rope.positions)
        self.assertEqual(scene.diagnostics()["total_energy"], rope.total_energy)
        self.assertIsNone(scene.divergence)

    def test_constants_of_a_scene(self):
        scene = ropewalk.Scene("cloth")
        scene.wind = 1, 0, 0
        self.assertEqual(scene.wind, (1, 0, 0))
        self.assertIn('"wind"', scene.text())
        with self.assertRaisesRegex(ValueError, "did you mean 'rope'"):
            ropewalk.Scene("rpoe")

    def test_a_recording_replays(self):
        recording = {"version": 1, "ticks": 90, "hashes": [],
                     "events": ["+30 set mass 0.02", "+10 grab 0 20 1 2 0.5", "+20 release"]}
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "r.json")
            with open(file, "w", encoding="utf-8") as out:
                json.dump({"ropewalk": 1, "scene": "rope", "recording": recording}, out)
            times = []
            scene, parted = ropewalk.replay(file, lambda played: times.append(played.time))
            self.assertIsNone(parted)
            self.assertEqual(len(times), 90)
            self.assertEqual(scene.mass, 0.02)
            recording["hashes"] = ["00000000"]
            with open(file, "w", encoding="utf-8") as out:
                json.dump({"ropewalk": 1, "scene": "rope", "recording": recording}, out)
            self.assertIn("by tick 60", ropewalk.replay(file)[1])

    def test_advice(self):
        advice = ropewalk.advise(length=4, mass=4, load=1, stretch=0.01, step=1 / 60)
        self.assertTrue(advice.granted, advice.refusal)
        self.assertAlmostEqual(advice.quantities["stretch"], 0.01, delta=1e-6)
        rope = ropewalk.RopeSimulation(advice.settings)
        self.assertAlmostEqual(rope.rest_length, 4, delta=1e-9)
        refused = ropewalk.advise(length=4, mass=4, load=100, stretch=1e-5, segments=100, step_budget=1)
        self.assertFalse(refused.granted)
        self.assertTrue(refused.refusal)
        with self.assertRaisesRegex(ValueError, "did you mean 'length'"):
            ropewalk.advise(lenght=4)
        with self.assertRaisesRegex(ValueError, "length = long: must be a number"):
            ropewalk.advise(length="long")

    def test_cards(self):
        self.assertIn("box2d", ropewalk.card_formats())
        settings = ropewalk.RopeSettings(mass_count=20)
        card = ropewalk.card(settings, "mjcf")
        self.assertIn("<mujoco", card)
        self.assertEqual(card, ropewalk.card(ropewalk.RopeSimulation(settings), "mjcf"))
        self.assertEqual(card, ropewalk.card(ropewalk.Scene("rope", mass_count=20), "mjcf"))
        with self.assertRaisesRegex(ValueError, "has no rope"):
            ropewalk.card(ropewalk.Scene("cloth"), "mjcf")


if __name__ == "__main__":
    unittest.main()
