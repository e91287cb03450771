// Noise of half a step of 8 bits, from a sequence that fills the plane evenly: without it dark skies show bands.
float dither()
{
    return (fract(dot(gl_FragCoord.xy, vec2(0.754877666, 0.569840291))) - 0.5) / 255.0;
}
