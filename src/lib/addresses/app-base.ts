/**
 * The path of the folder that holds the app's files, with a slash at its end: `/`, or `/apps/earshot/` where it is deployed below a
 * path. A build does not know it: each script learns it from its own address, and the service worker from its scope.
 */
export const APP_BASE = folderOfScripts();

/** What the realms of a browser have, and Node does not. */
interface Realm {
  registration?: { scope: string };
  document?: { currentScript: { src?: string } | null };
}

function folderOfScripts(): string {
  const { registration, document } = globalThis as Realm;
  // A classic script has no address of a module.
  const own = registration?.scope || document?.currentScript?.src || import.meta.url;
  // In Node, and in the development server, whose modules are where their sources are.
  if (!/^http.*(\.js|\/)$/.test(own)) return '/';
  return new URL(own).pathname.replace(/((assets|pool)\/)?[^/]+$/, '');
}

/** The same without the slash: what is before `/v2`. */
export const APP_PREFIX = APP_BASE.slice(0, -1);

/** A path of the app, such as `/v2/upload`, where the app is deployed: `/apps/earshot/v2/upload`. */
export const inApp = (path: string): string => APP_BASE + path.slice(1);

/** The reverse: `/v2/upload` of `/apps/earshot/v2/upload`; empty for a path that is not the app's. */
export const pathInApp = (pathname: string): string =>
  pathname.startsWith(APP_BASE) ? pathname.slice(APP_BASE.length - 1) : '';
