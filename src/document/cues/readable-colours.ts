/** Least contrast between text and what is behind it: WCAG 2.2, 1.4.3. */
export const LEAST_CONTRAST = 4.5;
const DARK = '#000000';
const LIGHT = '#ffffff';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The ratio of two colours' luminances, from 1 to 21, as WCAG defines it. Colours are #rrggbb. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white: the one that can be read better on a colour. */
export const inkOn = (hex: string): string => (contrast(hex, DARK) >= contrast(hex, LIGHT) ? DARK : LIGHT);

/**
 * The contrast of a word in this colour with the dark box or the black outline of captions; null if it can be read. A box of the colour has
 * black or white letters, which can always be read.
 */
export function tooFaint({ accent, look }: { accent: string; look: string }): number | null {
  const found = contrast(accent, DARK);
  return look === 'plain' || look === 'box' || found >= LEAST_CONTRAST ? null : found;
}
