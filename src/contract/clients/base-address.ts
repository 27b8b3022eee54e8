/** A path without characters that are special to a router. */
const PLAIN_PATH = /^(\/[A-Za-z0-9._~-]+)*$/;

/** An origin and a plain path without a trailing slash or `/v2`, completed by `ownOrigin`; null for anything else. */
export function toBaseAddress(text: string, ownOrigin: string): string | null {
  const trimmed = text.trim();
  if (!/^(https?:\/\/|\/(?!\/))/i.test(trimmed) || !URL.canParse(trimmed, ownOrigin)) return null;
  const { origin, pathname, search, hash, username, password } = new URL(trimmed, ownOrigin);
  const path = pathname.replace(/\/+$/, '').replace(/\/v2$/, '');
  return search + hash + username + password === '' && PLAIN_PATH.test(path) ? origin + path : null;
}

/**
 * A path as it is read here, and by most servers: letters, digits and slashes that are written as their codes are what they mean. Doubled
 * slashes are one: a base URL that ends with one is often put before a path that begins with one. Dots lead up again.
 */
const plainPath = (path: string): string => {
  const read = path.replace(/%[2-7][\da-f]/gi, (code) =>
    decodeURIComponent(code).replace(/[^\w.~/\\-]/, code),
  );
  return new URL(`http://a${read.replace(/[/\\]+/g, '/')}`).pathname;
};

/** Whether a URL might be below a base URL: only the settings can say, but this rules out all without `/v2` in their path. */
export const mayBeServed = ({ protocol, pathname }: URL): boolean =>
  /^https?:$/.test(protocol) && /\/v2(\/|$)/.test(plainPath(pathname));

/** A URL with its path as it is read here. */
export const plainAddress = ({ origin, pathname, search }: URL): string =>
  origin + plainPath(pathname) + search;

/** Host and path of a URL: the scheme, and a dot behind the name of a host, say nothing about whose it is. */
const placeOf = (address: string): string => {
  const { host, pathname } = new URL(address);
  return host.replace(/\.(?=:|$)/, '') + plainPath(pathname);
};

/** The longest of the base URLs that, followed by `end`, is the beginning of the URL; null if none is. */
export function longestBefore({ origin, pathname }: URL, bases: readonly string[], end = ''): string | null {
  const place = placeOf(`${origin}${pathname}/`);
  const found = bases.filter((base) => place.startsWith(placeOf(`${base}${end}/`)));
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

/** The longest base URL below whose `/v2` the URL is; null if there is none. */
export const baseOf = (address: string, bases: readonly string[]): string | null =>
  longestBefore(new URL(address), bases, '/v2');

/** A base URL of OpenAI's wire ends like this, as its clients write it; all others have `/v2` behind them. */
const OPENAI_END = /\/v1$/;

const OPENAI_AUDIO = /\/audio\/(?:transcriptions|translations)\/?$/;

/** Whether a URL might be below a base URL of OpenAI's wire. */
export const mayBeOpenAi = ({ protocol, pathname }: URL): boolean =>
  /^https?:$/.test(protocol) && /\/v1(\/|$)/.test(plainPath(pathname));

/** The base URL that a URL with recordings of OpenAI's wire is below, whether or not anything names it; null for any other URL. */
export function baseOfOpenAiAudio({ origin, pathname }: URL): string | null {
  const path = plainPath(pathname);
  const base = origin + path.replace(OPENAI_AUDIO, '');
  return OPENAI_AUDIO.test(path) && OPENAI_END.test(base) ? base : null;
}

/** The longest base URL of OpenAI's wire that a URL is below; null if there is none. */
export const openAiBaseOf = (url: URL, bases: readonly string[]): string | null =>
  longestBefore(
    url,
    bases.filter((base) => OPENAI_END.test(base)),
  );

/** The file beside the app in which its operator deploys settings. */
export const OPERATOR_FILE = '/operator-settings.json';

/** A response in place of the operator's file. */
interface FileResponse {
  status: number;
  headers: Pick<Headers, 'get'>;
}

/**
 * Whether a response holds the operator's file; false if there is none. Throws an Error with the reason if it says neither, such as a
 * proxy's login page: then the settings are unknown. Only a 404 or 410 says that there is none, and the app's own start page, which
 * servers of single pages send in place of every missing file.
 */
export function hasOperatorFile({ status, headers }: FileResponse, text: string): boolean {
  if (status === 404 || status === 410) return false;
  if (status < 200 || status > 299) throw new Error(`the server returned ${status}`);
  if (!headers.get('content-type')?.toLowerCase().includes('text/html')) return true;
  if (text.includes('<meta name="application-name" content="Earshot"')) return false;
  throw new Error('the server returned a web page in its place, such as that of a login');
}
