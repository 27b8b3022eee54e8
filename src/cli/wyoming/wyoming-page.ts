import type { JSHandle, Page } from 'playwright';
// Adds the page interface to the global scope's type.
import type {} from '../../client/api/page-interface.ts';
import type { LiveText } from '../../client/live/live.ts';
import type { LiveRequest } from '../../contract/live/live-request.ts';
import type { Said, StartLive, WyomingLive } from './wyoming-connection.ts';

const BINDING = 'earshotWyoming';

/** In the page. */
interface Held {
  session: LiveText | null;
  said: Said[];
  /** Why nothing is recognised. */
  fault: string | null;
}

/** Opens live sessions in the app's page, which alone serves them. */
export async function liveInPage(page: Page): Promise<StartLive> {
  const receivers = new Map<number, (said: Said) => void>();
  let count = 0;
  await page.exposeFunction(BINDING, (id: number, said: Said) => receivers.get(id)?.(said));
  return async (request, onSaid) => {
    const id = count++;
    receivers.set(id, onSaid);
    const held = await page.evaluateHandle(openInPage, { id, request, binding: BINDING });
    const isOpen = await held.evaluate(({ session }) => session !== null);
    if (!isOpen) {
      receivers.delete(id);
      throw new Error((await held.evaluate(({ fault }) => fault)) ?? 'The session could not be opened.');
    }
    return sessionOf(held, () => receivers.delete(id));
  };
}

function sessionOf(held: JSHandle<Held>, over: () => void): WyomingLive {
  return {
    send: (bytes) => held.evaluate(sendInPage, bytes.toString('base64')),
    async stop() {
      const { said, fault } = await held.evaluate(stopInPage);
      over();
      if (said.length === 0 && fault !== null) throw new Error(fault);
      return { text: said.map(({ text }) => text).join(' '), language: said[0]?.language ?? null };
    },
    discard: () => held.evaluate(discardInPage),
  };
}

interface Opening {
  id: number;
  request: LiveRequest;
  binding: string;
}

/** Runs in the page. */
async function openInPage({ id, request, binding }: Opening): Promise<Held> {
  const send: (id: number, said: Said) => void = Reflect.get(globalThis, binding);
  const held: Held = { session: null, said: [], fault: null };
  const opening = globalThis.earshot.live({
    source: 'samples',
    request,
    onText: (text, message) => {
      const language = message.type === 'transcript' ? (message.data.utterance.language ?? null) : null;
      if (text === '') return;
      held.said.push({ text, language });
      send(id, { text, language });
    },
    onMessage: (message) => {
      if (message.type === 'error' && message.unrecognised) held.fault = message.error.message;
    },
  });
  held.session = await opening.catch((error: unknown) => {
    held.fault = error instanceof Error ? error.message : String(error);
    return null;
  });
  return held;
}

const sendInPage = ({ session }: Held, base64: string): void =>
  session?.send(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));

async function stopInPage({ session, said, fault }: Held): Promise<Pick<Held, 'said' | 'fault'>> {
  await session?.stop();
  return { said, fault };
}

async function discardInPage({ session }: Held): Promise<void> {
  const headers = { 'x-service-key': await globalThis.earshot.key() };
  await fetch(`/v2/live/${session?.id}`, { method: 'DELETE', headers });
}
