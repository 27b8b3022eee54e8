import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/controls.css';
import './ui/styles/forms.css';
import './ui/styles/confidence.css';
import { mount } from 'svelte';
import { apiClient } from './client/api-client.ts';
import { firstFrame } from './client/first-frame.ts';
import { lazyModelsClient } from './client/lazy-models-client.ts';
import { offerPageInterface } from './client/page-interface.ts';
import { ready } from './client/ready.ts';
import App from './ui/app/App.svelte';

offerPageInterface();

const drawn = firstFrame();

function showApp(): void {
  const target = document.getElementById('app');
  if (!target) throw new Error('The page has no element for the app.');
  mount(App, {
    target,
    props: { services: { api: apiClient, models: lazyModelsClient, ready: () => drawn.then(() => ready()) } },
  });
}

/** The host runs until the tab closes, which releases its lock for another tab. */
async function startBackground(): Promise<void> {
  await drawn;
  const [{ startHost }, { startNotifier }] = await Promise.all([
    import('./host/host.ts'),
    import('./host/notify/notify.ts'),
  ]);
  const { signal } = new AbortController();
  await Promise.all([startHost(signal), startNotifier(signal)]);
}

// Otherwise browser-check.js has said what the browser lacks.
if (!document.documentElement.hasAttribute('data-unsupported')) {
  showApp();
  startBackground().catch(console.error);
}
