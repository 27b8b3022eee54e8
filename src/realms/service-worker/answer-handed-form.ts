import type { HandedForm, HandedResponse } from '../../contract/jobs/handed-form.ts';

/**
 * Answers a request whose form a page handed over, under the page's lock: it shows the page if this worker is ended.
 */
export async function answerHandedForm(
  { address, lock, ...init }: Omit<HandedForm, 'parts'>,
  port: MessagePort,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const stop = new AbortController();
  port.onmessage = () => stop.abort();
  await navigator.locks.request(lock, async () => {
    port.postMessage(null);
    const response = await answer(new Request(address, { ...init, signal: stop.signal }));
    const { status, statusText, headers } = response;
    port.postMessage({
      status,
      statusText,
      headers: [...headers],
      body: await response.text(),
    } satisfies HandedResponse);
  });
}
