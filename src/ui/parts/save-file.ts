/** A short file is read at once; the browser may ask where to put it. */
const KEPT_MS = 60_000;

/** Offers a text or bytes as a download. The address remains for a while, because the browser reads it in later tasks. */
export function saveFile(name: string, type: string, content: string | Blob, keptMs = KEPT_MS): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
