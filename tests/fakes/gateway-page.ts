import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright';
import { portOfServer } from '../../src/cli/server/serve-folder.ts';
import { chromiumOptions } from '../runner/chromium-options.ts';

/** Takes the place of the app in a real browser: `answer` is its service, and one key is valid. */
export class GatewayPage {
  private constructor(
    readonly page: Page,
    readonly url: string,
    private readonly browser: Browser,
    private readonly server: Server,
  ) {}

  static async open(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<GatewayPage> {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/v2/')) return answer(request, response);
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${portOfServer(server)}`;
    const browser = await chromium.launch({ ...chromiumOptions(), chromiumSandbox: false });
    const page = await browser.newPage();
    await page.goto(url);
    await page.evaluate(() => {
      const sockets: object[] = [];
      const gateway = async () => ({ isKey: async (secret: string) => secret === 'valid' });
      const openLiveSocket = async () => {
        const socket = {
          onopen: () => undefined,
          sent: [] as unknown[],
          closed: [] as number[],
          bufferedAmount: 0,
          send(data: unknown) {
            this.sent.push(data);
          },
          close(code: number) {
            this.closed.push(code);
          },
        };
        sockets.push(socket);
        setTimeout(() => socket.onopen());
        return socket;
      };
      Object.assign(globalThis, { sockets, earshot: { gateway, openLiveSocket } });
    });
    return new GatewayPage(page, url, browser, server);
  }

  /** What the sockets of live sessions in the page got: the number of frames, and the codes that closed them. */
  sockets(): Promise<{ sent: number; closed: number[] }[]> {
    return this.page.evaluate(() => {
      const sockets: { sent: unknown[]; closed: number[] }[] = Reflect.get(globalThis, 'sockets');
      return sockets.map(({ sent, closed }) => ({ sent: sent.length, closed }));
    });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}
