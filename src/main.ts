import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/controls.css';
import './ui/styles/forms.css';
import './ui/styles/confidence.css';
import { mount } from 'svelte';
import { apiClient } from './client/api/api-client.ts';
import { offerPageInterface } from './client/api/page-interface.ts';
import { firstFrame } from './client/app/first-frame.ts';
import { isInForeignFrame } from './client/app/foreign-frame.ts';
import { ready } from './client/app/ready.ts';
import { HAS_RECORDINGS } from './client/jobs/has-recordings.ts';
import { lazyLibraryClient } from './client/library/lazy-library-client.ts';
import { lazyModelsClient } from './client/models/lazy-models-client.ts';
import { trustOwnScripts } from './lib/trusted-types.ts';
import App from './ui/app/App.svelte';
import { withTexts } from './ui/texts/interface-language.svelte.ts';

/** Before the list of a database that the browser has made anew is shown, which notes that there are none. */
const hadRecordings = localStorage.getItem(HAS_RECORDINGS) !== null;

trustOwnScripts();
offerPageInterface();

const drawn = firstFrame();

function showApp(): void {
  const target = document.getElementById('app');
  if (!target) throw new Error('The page has no element for the app.');
  mount(App, {
    target,
    props: {
      services: {
        api: apiClient,
        models: lazyModelsClient,
        library: lazyLibraryClient,
        ready: () => drawn.then(() => ready()),
      },
    },
  });
}

/** Not under another site's page, which could make its users click here unawares (clickjacking). */
function refuseFrame(): void {
  const sentence = document.createElement('p');
  sentence.setAttribute('role', 'alert');
  const link = document.createElement('a');
  link.href = location.href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = 'Open Earshot in a tab of its own';
  sentence.append('Earshot does not run in a frame of another site. ', link, '.');
  document.body.append(sentence);
}

// Otherwise browser-check.js has said what the browser lacks.
if (!document.documentElement.hasAttribute('data-unsupported')) {
  // Hosts that send the app's headers prevent this; not all can.
  if (isInForeignFrame()) refuseFrame();
  else {
    withTexts(showApp);
    drawn
      .then(() => import('./background.ts'))
      .then(({ startBackground }) => startBackground(hadRecordings))
      .catch(console.error);
  }
}
