interface PickedFile {
  createWritable(): Promise<WritableStream<Uint8Array>>;
}

declare global {
  var showSaveFilePicker: ((options: { suggestedName: string }) => Promise<PickedFile>) | undefined;
}

/**
 * Saves a long stream as a file: to where the user wants it, piece by piece, or as a download, which the browser collects first.
 * `open` is called once the user has chosen. False if the user chose nothing.
 */
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
  const blob = await new Response(await open(), { headers: { 'content-type': type } }).blob();
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 600_000);
  return true;
}
