import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PAGES = join(import.meta.dirname, '../fixtures/web-speech');
const LINE = '<script src="/earshot-speech.js"></script>';

/** Serves pages that were written for the Web Speech API, each with one line in front of it. */
export const webSpeechPages = (): Plugin => ({
  name: 'web-speech-pages',
  configurePreviewServer({ middlewares }) {
    middlewares.use('/web-speech/', (request, response, next) => {
      const name = /^\/(\w+)\.html/.exec(request.url ?? '')?.[1];
      if (name === undefined) return next();
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(readFileSync(join(PAGES, `${name}.html`), 'utf8').replace('<head>', `<head>${LINE}`));
    });
  },
});
