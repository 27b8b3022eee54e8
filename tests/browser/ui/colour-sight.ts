type Three = readonly [number, number, number];
type Matrix = readonly [Three, Three, Three];

const GREY: Three = [0.2126, 0.7152, 0.0722];

/**
 * What is left of linear sRGB for people whose eyes lack one kind of cones (Machado, Oliveira and Fernandes, "A Physiologically-based
 * Model for Simulation of Color Vision Deficiency", 2009, severity 1), or who see lightness alone.
 */
const SIGHTS: Readonly<Record<string, Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'without red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'without green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'without blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  'without colour': [GREY, GREY, GREY],
};

/** A CSS colour as linear sRGB, as the browser draws it. */
export function linear(colour: string): Three {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

const dot = (one: Three, other: Three) => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/** Relative luminance (WCAG 2.2). */
export const luminance = (colour: string): number => dot(GREY, linear(colour));

/** CIE L*a*b* of linear sRGB. */
function lab(rgb: Three): Three {
  const curve = (share: number) =>
    share > 216 / 24389 ? Math.cbrt(share) : (share * 24389) / 27 / 116 + 16 / 116;
  const x = curve(dot([0.4124, 0.3576, 0.1805], rgb) / 0.95047);
  const y = curve(dot(GREY, rgb));
  const z = curve(dot([0.0193, 0.1192, 0.9505], rgb) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The least distance between two of these colours (CIE 1976; 2.3 can just be distinguished), for each kind of sight. */
export function leastDistances(colours: readonly string[]): Record<string, number> {
  const rgb = colours.map(linear);
  return Object.fromEntries(
    Object.entries(SIGHTS).map(([name, [red, green, blue]]) => {
      const seen = rgb.map((one) => {
        const cut = (value: number) => Math.min(1, Math.max(0, value));
        return lab([cut(dot(red, one)), cut(dot(green, one)), cut(dot(blue, one))]);
      });
      const distances = seen.flatMap((one, at) =>
        seen.slice(at + 1).map((other) => Math.hypot(...one.map((value, n) => value - (other[n] ?? 0)))),
      );
      return [name, Math.min(...distances)];
    }),
  );
}
