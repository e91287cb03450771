// What touches the rope near the ends of a segment.
layout(location = 10) in vec4 touch1;      // direction to what touches the rope, and how far along it that is
layout(location = 11) in vec4 otherTouch1; // the same on another side
layout(location = 12) in vec4 crossing1;   // of both: cosine and sine of twice the angle to the strand that touches
layout(location = 13) in vec4 touch2;
layout(location = 14) in vec4 otherTouch2;
layout(location = 15) in vec4 crossing2;
