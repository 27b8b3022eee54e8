export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** UTF-8 of a text. */
export const bytesOf = (text: string): Bytes => new Uint8Array(encoder.encode(text));

/** The value that `jsonBytes` wrote; its shape is the caller's to check. */
export const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes));

export const jsonBytes = (value: unknown): Bytes => bytesOf(JSON.stringify(value));

/** Base64 for addresses and keys of a bucket: no padding, no slash. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromBase64Url(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
