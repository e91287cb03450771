// The few types of UnityEngine that the card uses, with the meaning they have there, and a rope that hangs.

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public float magnitude { get { return (float)System.Math.Sqrt(x * x + y * y + z * z); } }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
        public static Vector3 operator *(float s, Vector3 a) { return new Vector3(s * a.x, s * a.y, s * a.z); }
        public static Vector3 operator /(Vector3 a, float s) { return new Vector3(a.x / s, a.y / s, a.z / s); }
    }

    public static class Mathf
    {
        public static int CeilToInt(float f) { return (int)System.Math.Ceiling(f); }
    }

    public static class Time
    {
        public static float fixedDeltaTime = 0.02f;
    }

    public class Transform
    {
        public Vector3 position;
    }

    public class LineRenderer
    {
        public int positionCount;
        public void SetPositions(Vector3[] positions) { }
    }

    public class MonoBehaviour
    {
        public readonly Transform transform = new Transform();
        public T GetComponent<T>() where T : class { return null; }
    }
}

static class Hang
{
    static void Call(object rope, string method)
    {
        var found = rope.GetType().GetMethod(method, System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance);
        found.Invoke(rope, null);
    }

    static int Main(string[] arguments)
    {
        var rope = new Rope();
        rope.transform.position = new UnityEngine.Vector3(1.0f, 2.0f, 3.0f);
        Call(rope, "Start");
        for (int i = 0; i < 6000; ++i) // two minutes
            Call(rope, "FixedUpdate");
        double length = 0.0;
        for (int i = 1; i < rope.positions.Length; ++i)
            length += (rope.positions[i] - rope.positions[i - 1]).magnitude;
        const double rest = 19 * 0.05;                          // [m]
        const double ours = 0.05 * 9.81 / 1e4 * 0.5 * 20 * 19; // [m], m g/k N (N - 1)/2 of 20 masses
        System.Console.WriteLine("Unity's script: stretch {0:F4} %, ours {1:F4} %", 100.0 * (length / rest - 1.0), 100.0 * ours / rest);
        return System.Math.Abs((length - rest) / ours - 1.0) <= 1e-3 ? 0 : 1; // single precision
    }
}
