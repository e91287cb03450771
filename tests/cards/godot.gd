extends SceneTree

# A rope of the card hangs for two minutes, and stretches as ours does.


func _init():
	var rope = load("res://card.gd").new()
	root.add_child(rope)
	rope._ready()
	for _i in range(7200):
		rope._physics_process(1.0 / 60.0)
	var length = 0.0
	for i in range(1, rope.MASS_COUNT):
		length += (rope.positions[i] - rope.positions[i - 1]).length()
	var rest = 19 * 0.05 # [m]
	var ours = 0.05 * 9.81 / 1e4 * 0.5 * 20 * 19 # [m], m g/k N (N - 1)/2 of 20 masses
	print("Godot's script: stretch %.4f %%, ours %.4f %%" % [100.0 * (length / rest - 1.0), 100.0 * ours / rest])
	rope.free()
	quit(0 if abs((length - rest) / ours - 1.0) <= 1e-3 else 1) # single precision
