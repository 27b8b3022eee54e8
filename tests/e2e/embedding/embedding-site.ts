import { createServer } from 'node:http';

export interface EmbeddingSite {
  /** URL of a page that embeds the app, at this host name; every name below `localhost` leads here. */
  page(host: string, options?: { isolated?: boolean }): string;
  close(): Promise<void>;
}

const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

const html = (app: string) => `<!doctype html>
<html lang="en">
<title>A page of another site</title>
<h1>A page of another site</h1>
<script type="module">
import { connect, SpeechError } from '${app}/embed.js';
Object.assign(window, { connect, SpeechError, app: '${app}' });
</script>`;

/** A third-party web site that imports the app's script. */
export async function startEmbeddingSite(app: string): Promise<EmbeddingSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    response.writeHead(pathname === '/favicon.ico' ? 404 : 200, {
      'content-type': 'text/html',
      ...(pathname === '/isolated' && ISOLATED),
    });
    response.end(html(app));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    page: (host, { isolated = false } = {}) => `http://${host}:${port}/${isolated ? 'isolated' : ''}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // An open browser keeps its connections.
        server.closeAllConnections();
      }),
  };
}
