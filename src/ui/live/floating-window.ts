/** A window above all others, as Chromium and Firefox have it. */
interface DocumentPictureInPicture {
  requestWindow(size: { width: number; height: number }): Promise<Window>;
}

const pictureInPicture = (): DocumentPictureInPicture | null =>
  Reflect.get(globalThis, 'documentPictureInPicture') ?? null;

export const canFloat = (): boolean => pictureInPicture() !== null;

/** Above all others, with this page's styles; call it at a click. `closed` is called once it was closed. */
export async function openFloatingWindow(title: string, closed: () => void): Promise<Window> {
  const opened = await pictureInPicture()?.requestWindow({ width: 640, height: 220 });
  if (!opened) throw new Error('This browser has no floating windows.');
  const { document: page } = opened;
  for (const style of document.head.querySelectorAll('link[rel=stylesheet], style'))
    page.head.append(page.importNode(style, true));
  page.title = title;
  // Its content fills it, and does not make it longer.
  Object.assign(page.body.style, {
    display: 'flex',
    flexDirection: 'column',
    height: '100dvh',
    minHeight: '0',
  });
  page.documentElement.lang = document.documentElement.lang;
  Object.assign(page.documentElement.dataset, document.documentElement.dataset);
  opened.addEventListener('pagehide', closed, { once: true });
  return opened;
}
