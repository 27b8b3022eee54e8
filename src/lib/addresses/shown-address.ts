const MOST_SHOWN = 200;

/** Parts of a path that may be a secret, such as those of a chat's webhook: long, with letters and digits. */
const MAY_BE_SECRET = /^(?=.*\d)(?=.*[a-z])[\w~:%-]{16,}$/i;

/**
 * A URL as lists, messages and logs show it: what may be secret in it, such as a token in its query, is an ellipsis.
 * Any text that is not a URL is withheld as a whole.
 */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return '…';
  const { origin, pathname, search } = new URL(address);
  const path = pathname
    .split('/')
    .map((part) => (MAY_BE_SECRET.test(part) ? '…' : part))
    .join('/');
  const shown = origin + path + (search === '' ? '' : '?…');
  return shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown;
}
