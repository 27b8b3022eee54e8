import type { Plugin } from 'vite';
import { bundleClients } from '../e2e/existing-clients/bundle-clients.ts';

/** The folders of the public clients, as published on npm: the page's content policy allows scripts of its origin alone. */
export const CLIENTS_SCRIPT = '/public-clients.js';

/** Serves the public clients beside the built app. */
export const clientsPlugin = (): Plugin => ({
  name: 'public-clients',
  configurePreviewServer({ middlewares }) {
    middlewares.use(CLIENTS_SCRIPT, (_, response) => {
      bundleClients().then(
        (code) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(code);
        },
        (error: unknown) => {
          response.statusCode = 500;
          response.end(String(error));
        },
      );
    });
  },
});
