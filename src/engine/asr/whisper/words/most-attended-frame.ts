/** Frames that are looked at together: attention to one alone may be chance. */
const WIDTH = 5;

/** The frame around which one token's attention (`heads` × `frames`) is largest, over all heads alike. */
export function mostAttendedFrame(attention: Float32Array, frames: number): number {
  const mean = new Float32Array(frames);
  for (let from = 0; from < attention.length; from += frames) {
    const head = attention.subarray(from, from + frames);
    const mass = head.reduce((sum, weight) => sum + weight, 0);
    if (mass > 0)
      for (let frame = 0; frame < frames; frame += 1)
        mean[frame] = (mean[frame] ?? 0) + (head[frame] ?? 0) / mass;
  }
  let best = 0;
  let most = -1;
  let sum = 0;
  for (let end = 0; end < frames; end += 1) {
    sum += (mean[end] ?? 0) - (end >= WIDTH ? (mean[end - WIDTH] ?? 0) : 0);
    if (sum > most) [best, most] = [Math.max(end - Math.floor(WIDTH / 2), 0), sum];
  }
  return best;
}
