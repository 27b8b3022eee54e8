/** Whether a request sends a body to this site, whose server could redirect it to any other. */
export const mayBeRedirected = ({ url, method }: Request, site: string): boolean =>
  !/^(GET|HEAD)$/.test(method) && new URL(url).origin === site;

/** Sends a request of a page for which other hosts are answered here. Its body reaches none of them by a redirect. */
export async function redirectWithinSite(request: Request): Promise<Response> {
  const sent = fetch(new Request(request, { mode: 'same-origin', redirect: 'follow' }));
  if (request.mode !== 'navigate') return sent;
  try {
    const response = await sent;
    // The browser shows none that was redirected before it came there.
    return response.redirected ? Response.redirect(response.url, 303) : response;
  } catch (error) {
    console.warn(error);
    const text =
      'The server did not answer this form, or redirected it to another site. Earshot answers other hosts on this device, so no form is redirected to one.';
    return new Response(text, { status: 502, headers: { 'content-type': 'text/plain;charset=utf-8' } });
  }
}
