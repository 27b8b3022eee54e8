import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserEngine, TASK_LIMIT_MS } from './browser-engine.ts';

/** Programs of Debian's packages webkit2gtk-driver and xvfb. */
export interface WebKitPrograms {
  driver: string;
  browser: string;
  display: string;
}

/**
 * Without a graphics processor, composition costs more than drawing, and compiling the ONNX runtime with every optimisation takes longer
 * than it saves within seconds of speech: together more than half of the processor time of these tests.
 */
const SPARING = {
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
  JSC_useOMGJIT: '0',
};

/** How W3C WebDriver names an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Scripts of the driver that come while the first service worker starts keep it from starting (WebKitGTK 2.50). */
const WORKER_START_MS = 4_000;
const START_LIMIT_MS = 20_000;
/** Some loads never end where a page of another port on the same host was left just before (docs/browsers.md). */
const LOAD_LIMIT_MS = 40_000;

/** WebKitGTK, which shares its engine with Safari but is not Safari, driven by W3C WebDriver on a virtual display. */
export async function startWebKit(programs: WebKitPrograms): Promise<BrowserEngine> {
  const display = await startDisplay(programs.display);
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...SPARING,
      ...process.env,
      DISPLAY: display.name,
      // Its sandbox does not start for root, which containers run as.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  });
  const stop = () => {
    driver.kill();
    display.process.kill();
  };
  try {
    await untilReady(port);
    const options = { binary: programs.browser, args: ['--automation'] };
    const session = await send<{ sessionId: string; capabilities: { browserVersion: string } }>(
      `http://127.0.0.1:${port}/session`,
      { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } },
    );
    const base = `http://127.0.0.1:${port}/session/${session.sessionId}`;
    await send(`${base}/timeouts`, { script: TASK_LIMIT_MS, pageLoad: LOAD_LIMIT_MS, implicit: 0 });
    return engineOf(base, session.capabilities.browserVersion, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

function engineOf(base: string, version: string, stop: () => void): BrowserEngine {
  let isNew = true;
  const find = async (selector: string) => {
    const endsAt = Date.now() + TASK_LIMIT_MS;
    for (;;) {
      const found = await send<Record<string, string>[]>(`${base}/elements`, {
        using: 'css selector',
        value: selector,
      });
      const id = found[0]?.[ELEMENT];
      if (id) return id;
      if (Date.now() > endsAt) throw new Error(`Nothing in the page matches ${selector}.`);
      await wait(200);
    }
  };
  const run = async (task: { toString(): string }, ...args: unknown[]) => {
    // As text: the driver fails to read some objects.
    const script = `
      const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${task.toString()})(...${JSON.stringify(args)})).then(
        (value) => done(JSON.stringify({ value })),
        (error) => done(JSON.stringify({ error: String(error?.message ?? error) })),
      );`;
    const text = await send<string>(`${base}/execute/async`, { script, args: [] });
    const { value, error } = JSON.parse(text) as { value?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  };
  return {
    name: 'webkit',
    version: `WebKitGTK ${version}`,
    open: async (address) => {
      const load = () => send<void>(`${base}/url`, { url: address });
      await load().catch((error: Error) => {
        if (!error.message.startsWith('timeout')) throw error;
        console.warn(`WebKit did not load ${address} within ${LOAD_LIMIT_MS / 1000} s; once more.`);
        return load();
      });
      if (isNew) await wait(WORKER_START_MS);
      isNew = false;
    },
    reload: () => send(`${base}/refresh`, {}),
    openBeside: async (address) => {
      const own = await send<string>(`${base}/window`);
      const { handle: beside } = await send<{ handle: string }>(`${base}/window/new`, { type: 'tab' });
      await send(`${base}/window`, { handle: beside });
      await send(`${base}/url`, { url: address });
      await send(`${base}/window`, { handle: own });
      return async () => {
        await send(`${base}/window`, { handle: beside });
        await send(`${base}/window`, undefined, 'DELETE');
        await send(`${base}/window`, { handle: own });
      };
    },
    run: run as BrowserEngine['run'],
    click: async (selector, where = 'page') => {
      if (where === 'frame') await send(`${base}/frame`, { id: { [ELEMENT]: await find('iframe') } });
      try {
        await send(`${base}/element/${await find(selector)}/click`, {});
      } finally {
        if (where === 'frame') await send(`${base}/frame`, { id: null });
      }
    },
    pointer: null,
    screenshot: async () => Buffer.from(await send<string>(`${base}/screenshot`), 'base64'),
    close: async () => {
      await send(base, undefined, 'DELETE').catch((error: unknown) => console.warn(error));
      stop();
    },
  };
}

/** One W3C WebDriver command. Rejects with the driver's own message. */
async function send<Value>(
  address: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Value> {
  const response = await fetch(address, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: Value & { message?: string; error?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** A virtual display that picks its own number. */
async function startDisplay(program: string): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const pipe = child.stdio[3];
  if (!pipe) throw new Error(`${program} has no pipe to say its display's number.`);
  const [number] = await once(pipe, 'data', { signal: AbortSignal.timeout(START_LIMIT_MS) });
  return { name: `:${String(number).trim()}`, process: child };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('The system gave no free port.');
  return address.port;
}

async function untilReady(port: number): Promise<void> {
  const endsAt = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      const { ready } = await send<{ ready: boolean }>(`http://127.0.0.1:${port}/status`);
      if (ready) return;
    } catch (error) {
      if (Date.now() > endsAt) throw error;
    }
    await wait(100);
  }
}
