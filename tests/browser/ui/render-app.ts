import '../../../src/ui/styles/tokens.css';
import '../../../src/ui/styles/base.css';
import '../../../src/ui/styles/controls.css';
import '../../../src/ui/styles/forms.css';
import '../../../src/ui/styles/confidence.css';
import { cleanup, render } from 'vitest-browser-svelte';
import type { ModelsClient } from '../../../src/client/models/model-library.ts';
import App from '../../../src/ui/app/App.svelte';
import { InPageLibrary, InPageModels, InPageService } from './in-page-service.ts';

interface Rendering {
  service?: InPageService;
  library?: InPageLibrary;
  models?: ModelsClient;
  ready?: () => Promise<void>;
  hash?: string;
}

/** Renders the whole page on an in-memory service. */
export async function renderApp(options: Rendering = {}) {
  // Files share their modules: the library cleans up after the tests of the first one alone.
  await cleanup();
  // Choices from one test are remembered in the next.
  localStorage.clear();
  location.hash = options.hash ?? '';
  const service = options.service ?? new InPageService();
  const models = options.models ?? new InPageModels();
  const ready = options.ready ?? (async () => undefined);
  const library = options.library ?? new InPageLibrary(service);
  const screen = await render(App, { services: { api: service.client, models, library, ready } });
  return { service, models, library, screen };
}
