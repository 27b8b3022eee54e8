import { msg } from './lib/errors/msg.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/controls.css';
import './ui/styles/forms.css';
import { mount } from 'svelte';
import { ApiClient } from './client/api/api-client.ts';
import { speechClient } from './client/api/speech-client.ts';
import { endLeftSessions } from './client/live/end-left-sessions.ts';
import { serveSessionsHere } from './client/live/session-transport.ts';
import { type MissingModel, watchMissingModels } from './client/models/missing-models.ts';
import { modelsClient } from './client/models/model-library.ts';
import { acceptKey, admit } from './embed/admit.ts';
import { frameCapabilities } from './embed/frame-capabilities.ts';
import type { ConnectMessage, FrameMessage, HelloMessage } from './embed/messages.ts';
import { readOperatorList } from './embed/operator-list.ts';
import { provideStorage } from './embed/provide-storage.ts';
import { servePage } from './embed/serve-page.ts';
import { startService } from './embed/start-service.ts';
import { startHost } from './host/host.ts';
import { serveLiveSocket } from './host/live/lend-live.ts';
import { startNotifier } from './host/notify/notify.ts';
import { appOrigin } from './lib/addresses/app-origin.ts';
import { AppError, toErrorData } from './lib/errors/errors.ts';
import { isMetered } from './lib/is-metered.ts';
import { trustOwnScripts } from './lib/trusted-types.ts';
import { z } from './lib/zod.ts';
import { writeInWorker } from './realms/second-place/page/spawn.ts';
import { provideSecondPlace } from './storage/second-place/second-place.ts';
import EmbedFrame from './ui/embed/EmbedFrame.svelte';
import { EmbedState, type ShowFrame } from './ui/embed/embed-state.svelte.ts';
import { ModelsState } from './ui/models/models-state.svelte.ts';
import { withTexts } from './ui/texts/interface-language.svelte.ts';

/** The composition root of embed.html: the app inside another page's frame (docs/embedding.md). */
const connectMessage = z.object({
  type: z.literal('earshot-connect'),
  version: z.literal(1),
  key: z.string().optional(),
});

trustOwnScripts();

const state = new EmbedState();
const target = document.getElementById('frame');
if (!target) throw new Error('The page has no element for the frame.');
withTexts(() => mount(EmbedFrame, { target, props: { state } }));

async function connect(origin: string, { key }: ConnectMessage, port: MessagePort): Promise<void> {
  const post = (message: FrameMessage) => port.postMessage(message);
  const { signal } = new AbortController();
  try {
    if (!globalThis.isSecureContext) {
      throw new AppError(
        'not_implemented',
        msg`The page and every page that embeds it must be served over https or from localhost.`,
      );
    }
    const storage = await provideStorage();
    if (storage === 'persistent') provideSecondPlace(writeInWorker);
    const ask = (asking: string) => state.ask(asking, post);
    const own = await admit(origin, { ownOrigin: appOrigin(), operator: readOperatorList, ask });
    const secret = key === undefined ? own : await acceptKey(key);
    const service = await startService(storage);
    const { fetch } = service;
    const api = new ApiClient({ ready: async () => undefined, key: async () => secret, fetch });
    servePage(port, { origin: appOrigin() ?? '', fetch, key: secret, client: speechClient(api) }, signal);
    offerMissingModels(api, post, signal);
    serveSessionsHere(serveLiveSocket);
    startHost(signal).catch(console.error);
    endLeftSessions(serveLiveSocket, { secret }).catch(console.error);
    startNotifier(signal).catch(console.error);
    post({ type: 'connected', capabilities: await frameCapabilities({ storage, ...service }) });
  } catch (error) {
    console.info(error);
    post({ type: 'refused', error: toErrorData(error) });
  }
}

/** The app's own model dialog cannot be opened from here. */
function offerMissingModels(api: ApiClient, post: ShowFrame, signal: AbortSignal): void {
  const models = new ModelsState(modelsClient);
  const offer = async (missing: MissingModel | null) => {
    if (missing) await models.ensureLoaded();
    // What is part of the app comes by itself, unless that costs.
    const comes =
      !isMetered() && models.items.some(({ id, state }) => id === missing?.modelId && state === 'bundled');
    state.offerModel(comes ? null : missing, models, post);
  };
  watchMissingModels(api, (missing) => void offer(missing), signal);
}

function connectToParent(): void {
  const connecting = new AbortController();
  addEventListener(
    'message',
    ({ source, origin, data, ports: [port] }) => {
      const message = connectMessage.safeParse(data).data;
      if (source !== globalThis.parent || !message || !port) return;
      // A page has only one frame.
      connecting.abort();
      void connect(origin, message, port);
    },
    { signal: connecting.signal },
  );
  const hello: HelloMessage = { type: 'earshot-hello' };
  globalThis.parent.postMessage(hello, '*');
}

// browser-check.js has said it already if the browser lacks something.
const supported = !document.documentElement.hasAttribute('data-unsupported');
if (supported && globalThis.parent === globalThis.window) state.alone = true;
else if (supported) connectToParent();
