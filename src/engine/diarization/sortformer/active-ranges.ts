/** Frames from the first up to but excluding the second. */
export type Range = [number, number];

/** From this probability on somebody speaks, as in NVIDIA's own use of the network. */
const SPEAKS = 0.5;

/** Where a speaker speaks. */
export const activeRanges = (probabilities: readonly Float32Array[], speaker: number): Range[] =>
  rangesWhere(probabilities, (row) => speaks(row, speaker));

/** Where a speaker speaks and nobody else does. */
export const rangesAlone = (probabilities: readonly Float32Array[], speaker: number): Range[] =>
  rangesWhere(probabilities, (row) => speaks(row, speaker) && row.filter((one) => one > SPEAKS).length === 1);

const speaks = (row: Float32Array, speaker: number) => (row[speaker] ?? 0) > SPEAKS;

function rangesWhere(rows: readonly Float32Array[], holds: (row: Float32Array) => boolean): Range[] {
  const ranges: Range[] = [];
  rows.forEach((row, frame) => {
    if (!holds(row)) return;
    const last = ranges.at(-1);
    if (last && last[1] === frame) last[1] = frame + 1;
    else ranges.push([frame, frame + 1]);
  });
  return ranges;
}
