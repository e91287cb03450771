"""A rope that swings down, drawn six times: writes swing.png."""
import matplotlib.pyplot as plt
import ropewalk

rope = ropewalk.RopeSimulation(mass_count=40, ground_height=-3)
for moment in range(6):
    x, y, z = rope.positions.copy().T    # [m]; without copy() they follow the rope
    plt.plot(x, y, label=f"{rope.time:.2f} s")
    rope.advance(1 / 60, times=15)
plt.axis("equal")
plt.legend()
plt.savefig("swing.png")
