/** A measured number and its target. */
export interface Figure {
  section: string;
  name: string;
  value: number;
  /** Empty for a ratio. */
  unit: string;
  atMost?: number;
  atLeast?: number;
}

export const isMet = ({ value, atMost, atLeast }: Figure): boolean =>
  (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);

/** With two decimals below a hundred. */
export const shortNumber = (value: number): string => value.toFixed(Math.abs(value) >= 100 ? 0 : 2);

/** One line of the table: name, value, and whether the target is met. */
export function describeFigure(figure: Figure): string {
  const { section, name, value, unit, atMost, atLeast } = figure;
  const shown = `${shortNumber(value)} ${unit}`.trim();
  const wanted = [
    ...(atLeast === undefined ? [] : [`≥ ${shortNumber(atLeast)}`]),
    ...(atMost === undefined ? [] : [`≤ ${shortNumber(atMost)}`]),
  ].join(', ');
  const verdict = wanted === '' ? '' : `${wanted}  ${isMet(figure) ? 'met' : 'NOT MET'}`;
  return `${section.padEnd(12)}${name.padEnd(64)}${shown.padStart(12)}  ${verdict}`.trimEnd();
}

/** The value below which this share (0 to 1) of the values is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
