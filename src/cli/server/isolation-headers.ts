/**
 * Cross-origin isolation enables WASM threads, but then a page may load only resources that permit it. Pages of other
 * origins import `/embed.js`, and a sandboxed frame, which has no origin, loads everything; all of it is public.
 */
export const ISOLATION_HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};
