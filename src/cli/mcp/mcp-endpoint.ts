import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Page } from 'playwright';
// Adds the page interface to the global scope's type.
import type {} from '../../client/api/page-interface.ts';
import { VERSION } from '../installation.ts';
import { PageClient } from '../through-page/page-client.ts';
import { mcpServer } from './mcp-server.ts';

export const isForAgents = ({ url = '' }: IncomingMessage): boolean => /^\/mcp\/?(?:\?|$)/.test(url);

/** Each request for itself, so that nothing is kept of a client that goes. `secret` is empty without a key. */
export async function answerAgents(
  request: IncomingMessage,
  response: ServerResponse,
  { page, folders, secret }: { page: Page; folders: readonly string[]; secret: string },
): Promise<void> {
  const isValid =
    secret !== '' &&
    (await page.evaluate(async (given) => (await globalThis.earshot.gateway()).isKey(given), secret));
  if (!isValid) {
    response.setHeader('www-authenticate', 'Bearer');
    return refuse(response, 401, 'Send a key of the gateway as Authorization: Bearer.');
  }
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(response, 405, 'Send requests with POST: there are no sessions, and no other messages.');
  }
  const server = mcpServer(
    { open: async () => ({ page, client: new PageClient(page, secret) }), folders },
    VERSION,
  );
  const transport = new StreamableHTTPServerTransport();
  response.once('close', () => {
    server.close().catch(console.error);
  });
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
}
