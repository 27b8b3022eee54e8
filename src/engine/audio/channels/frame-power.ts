/** Mean power and largest absolute sample of a frame. */
export function framePower(frame: Float32Array): { power: number; peak: number } {
  let power = 0;
  let peak = 0;
  // By index: a typed array's iterator takes several times as long.
  for (let index = 0; index < frame.length; index++) {
    const sample = frame[index] ?? 0;
    power += sample * sample;
    const size = Math.abs(sample);
    if (size > peak) peak = size;
  }
  return { power: power / frame.length, peak };
}
