/** Directives of a content security policy, with their sources. */
type Policy = Readonly<Record<string, readonly string[]>>;

/** Nothing by default; scripts from this origin alone, without `eval`, besides WebAssembly. */
const LEAST: Policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
};

/** Models, recordings of other hosts and callbacks: their addresses are settings, and parts of requests. */
const ANY_HOST = ["'self'", 'https:', 'http:'];

const PAGE: Policy = {
  ...LEAST,
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'media-src': ["'self'", 'blob:'],
  'manifest-src': ["'self'"],
  'connect-src': ANY_HOST,
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  // Made by trusted-types.ts, by Svelte, and by the API console when it is loaded.
  'trusted-types': ['default', 'svelte-trusted-html', 'dompurify'],
};

/** A frame without an origin starts its workers from blobs, which import from this origin. */
const FRAME: Policy = { ...PAGE, 'worker-src': ["'self'", 'blob:'] };

/**
 * Workers read recordings and run models: whatever a hostile file made of them, it could reach no other host. The decoder of AC-3
 * starts a worker from a blob, to which the same policy applies.
 */
const WORKER: Policy = { ...LEAST, 'worker-src': ["'self'", 'blob:'], 'connect-src': ["'self'"] };

/** It alone connects to a pool's broker, whose address is a setting; what it sends there is sealed. */
const POOL_WORKER: Policy = { ...LEAST, 'connect-src': ["'self'", 'wss:', 'ws:'] };

const SERVICE_WORKER: Policy = { ...LEAST, 'connect-src': ANY_HOST };

const written = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');

const framedBy = (ancestors: string) => `frame-ancestors ${ancestors}`;

/** The app's own page, as a `<meta>` element can state it: browsers ignore `frame-ancestors` there. */
export const PAGE_POLICY = written(PAGE);

/**
 * The value of `Content-Security-Policy` for a path of this app, as the hosting files send it too (docs/deploying.md).
 * Everything that is not the app's, such as an operator's own pages, is left to its author, except for framing.
 */
export function contentPolicyFor(path: string): string {
  if (path === '/' || path === '/index.html' || path === '/index') {
    return `${PAGE_POLICY}; ${framedBy("'self'")}`;
  }
  if (path === '/embed.html' || path === '/embed') return `${written(FRAME)}; ${framedBy('*')}`;
  if (path.startsWith('/assets/')) return written(WORKER);
  if (path.startsWith('/pool/')) return written(POOL_WORKER);
  if (path === '/service-worker.js') return written(SERVICE_WORKER);
  return framedBy("'self'");
}
