// How far the shade of a rope on a solid goes to either side [radii].
const float reach = 4.0;
