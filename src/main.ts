import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/controls.css';
import './ui/styles/confidence.css';
import { mount } from 'svelte';
import { apiClient } from './client/api-client.ts';
import { modelsClient } from './client/model-library.ts';
import { offerPageInterface } from './client/page-interface.ts';
import { ready } from './client/ready.ts';
import { startHost } from './host/host.ts';
import { startNotifier } from './host/notify/notify.ts';
import App from './ui/app/App.svelte';

offerPageInterface();

const target = document.getElementById('app');
if (!target) throw new Error('The page has no element for the app.');
mount(App, { target, props: { services: { api: apiClient, models: modelsClient, ready } } });

// The host runs until the tab closes, which releases its lock for another tab.
startHost(new AbortController().signal).catch(console.error);
startNotifier(new AbortController().signal).catch(console.error);
