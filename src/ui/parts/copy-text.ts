/** What is put on the clipboard: a text, and the same for programs that keep its form. */
interface Copied {
  text: Promise<string>;
  html: Promise<string>;
}

/** Puts a text on the clipboard, with its HTML where the browser can. Throws NotAllowedError. */
export async function copyText({ text, html }: Copied): Promise<void> {
  if (!('ClipboardItem' in globalThis)) return navigator.clipboard.writeText(await text);
  const blob = async (content: Promise<string>, type: string) => new Blob([await content], { type });
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/plain': blob(text, 'text/plain'), 'text/html': blob(html, 'text/html') }),
  ]);
}
