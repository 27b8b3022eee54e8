/** A picture is kept at an eighth of its size: letters become grey, so that how they are drawn does not count. */
const SCALE = 8;

/** A channel that differs by more than this is another colour, and not another way to draw the same. */
const OTHER_COLOUR = 24;

interface Picture {
  canvas: OffscreenCanvas;
  data: ImageData;
}

async function draw(png: string, scale: number, rows = Number.POSITIVE_INFINITY): Promise<Picture> {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const used = Math.min(rows, bitmap.height);
  const [width, height] = [Math.round(bitmap.width / scale), Math.round(used / scale)];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, bitmap.width, used, 0, 0, width, height);
  return { canvas, data: context.getImageData(0, 0, width, height) };
}

/** The upper `rows` of a screenshot at the size in which they are kept, both as PNG in base64. */
export async function shrink(screenshot: string, rows: number): Promise<string> {
  const { canvas } = await draw(screenshot, SCALE, rows);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

/** Share of the pixels, 0 to 1, that have another colour in the other picture; 1 where the sizes differ. */
export async function differingShare(one: string, other: string): Promise<number> {
  const [{ data: a }, { data: b }] = await Promise.all([draw(one, 1), draw(other, 1)]);
  if (a.width !== b.width || a.height !== b.height) return 1;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const far = [0, 1, 2].some((channel) => {
      return Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > OTHER_COLOUR;
    });
    if (far) differing++;
  }
  return differing / (a.data.length / 4);
}
