/**
 * Cross-origin isolation gives WASM its threads; a page may then only load what says that it may be loaded. Pages of other
 * origins import `/embed.js`, and a sandboxed frame, which has no origin, everything: all of it is public.
 */
export const ISOLATION_HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};
