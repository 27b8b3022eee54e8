import { saveFile } from './save-file.ts';

/** Gigabytes take a while to be copied. */
const LONG_MS = 600_000;

interface PickedFile {
  createWritable(): Promise<WritableStream<Uint8Array>>;
}

declare global {
  var showSaveFilePicker: ((options: { suggestedName: string }) => Promise<PickedFile>) | undefined;
}

/** To the chosen place, or as a download. `open` is called after the choice. False if nothing was chosen. */
export async function saveStream(
  name: string,
  type: string,
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<boolean> {
  if (globalThis.showSaveFilePicker) {
    const file = await globalThis.showSaveFilePicker({ suggestedName: name }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      throw error;
    });
    if (!file) return false;
    // An unfinished file is not kept: the writable is closed only at the end.
    await (await open()).pipeTo(await file.createWritable());
    return true;
  }
  const blob = await new Response(await open()).blob();
  saveFile(name, type, blob, LONG_MS);
  return true;
}
