/** Offers a text or bytes as a download. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download begins in the next task but reads the URL for a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
