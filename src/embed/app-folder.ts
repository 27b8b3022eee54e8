/**
 * The folder of an installed app by its address: `https://speech.example/`, `https://example.com/apps/earshot/`, with or without the
 * slash at its end, or a file in it. Throws TypeError for what is no address.
 */
export function appFolder(src: string | URL): URL {
  const { origin, pathname } = new URL(src);
  const isFile = /\.[^/]*$/.test(pathname);
  return new URL(isFile ? pathname.replace(/[^/]*$/, '') : pathname.replace(/\/?$/, '/'), origin);
}
