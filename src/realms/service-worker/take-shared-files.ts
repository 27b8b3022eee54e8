/** The manifest's `share_target`. */
export const SHARE_PATH = '/share';
/** As in the page's client, which takes the files from there. */
const SHARED_FILES = 'shared-files';

/** Keeps the files that another app shares until a page has opened, and opens it. */
export async function takeSharedFiles(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll('recordings').filter((part) => part instanceof File);
  const kept = await caches.open(SHARED_FILES);
  for (const [index, file] of files.entries()) {
    const address = new URL(`/shared/${index}/${encodeURIComponent(file.name || 'recording')}`, request.url);
    const headers = { 'content-type': file.type || 'application/octet-stream' };
    await kept.put(address, new Response(file, { headers }));
  }
  return Response.redirect(new URL('/', request.url).href, 303);
}
