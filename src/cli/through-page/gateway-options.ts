import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { BROWSER_OPTIONS } from '../browser/browser-options.ts';
import { UsageError } from '../command/usage-error.ts';
import { typedAs } from '../installation.ts';
import { realFolders } from '../mcp/allowed-path.ts';
import type { Admitted } from '../server/callers.ts';
import { GATEWAY_PORT } from '../server/ports.ts';
import { type ReadSettings, readGatewaySettings } from './gateway-settings.ts';

export const USAGE = `Usage: ${typedAs('gateway')} [--port NUMBER (default ${GATEWAY_PORT})] [--models DIR] [--profile DIR] [--settings FILE]
       [--listen ADDRESS] [--allow-host NAME] [--allow-origin ORIGIN] [--folder DIR]

Answers /v2/* at http://localhost:${GATEWAY_PORT} for programs on this device, such as curl or Python, by the app in a headless browser,
until it is stopped (Ctrl+C, SIGTERM). It prints the key to send as x-service-key, unless the settings name keys. /v1/* is
answered as by OpenAI's API, with the key as Authorization: Bearer. Agents reach it at /mcp.

  --models DIR           folder of models to use (docs/deploying.md says how it is laid out); separate several as in PATH;
                         the variable MODELS_DIR does the same
  --profile DIR          keep jobs, keys and downloaded models in DIR; without it, all of it ends with the gateway
  --settings FILE        settings of existing clients, such as {"keyHeaders":["x-key"],"models":{"their-name":"stt-1"}},
                         and keys, webhooks and their secrets (docs/gateway.md)
  --listen ADDRESS       answer at this address of the device, too, such as 0.0.0.0 for all of them
  --allow-host NAME      answer requests to this name, such as host.docker.internal; may be given several times
  --allow-origin ORIGIN  answer pages of this origin, such as app://obsidian.md; may be given several times
  --folder DIR           agents may transcribe recordings in DIR by their paths (docs/agents.md); may be given several times
  --install-browser      install Chromium with the system's package manager where there is none, without a question

--listen, --allow-host and --allow-origin need a key of your own: one of "keys" in --settings FILE, or the variable EARSHOT_KEY.`;

export interface GatewayOptions {
  port: number;
  models: string | undefined;
  profile: string | undefined;
  listen: string | undefined;
  admitted: Admitted;
  settings: ReadSettings;
  /** Real paths of the folders that are open to agents. */
  folders: readonly string[];
  installsBrowser: boolean;
}

const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])(?::\d{1,5})?$/i;
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#\s*]+$/;

/** Null where only the usage was asked for. Throws an Error in one sentence. */
export function readGatewayOptions(): GatewayOptions | null {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: String(GATEWAY_PORT) },
      settings: { type: 'string' },
      listen: { type: 'string' },
      'allow-host': { type: 'string', multiple: true, default: [] },
      'allow-origin': { type: 'string', multiple: true, default: [] },
      folder: { type: 'string', multiple: true, default: [] },
      ...BROWSER_OPTIONS,
    },
  });
  if (values.help) return null;
  const { models, profile, listen, 'allow-host': hosts, 'allow-origin': origins } = values;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError('--port must be a whole number from 1 to 65535.');
  if (listen !== undefined && isIP(listen) === 0)
    throw new UsageError('--listen must be an IP address of this device, or 0.0.0.0 for all of them.');
  for (const host of hosts)
    if (!HOST.test(host))
      throw new UsageError(`--allow-host must be a name such as host.docker.internal, not ${host}.`);
  for (const origin of origins)
    if (!ORIGIN.test(origin))
      throw new UsageError(
        `--allow-origin must be an origin such as https://notes.example or app://obsidian.md, not ${origin}.`,
      );
  const called = [...hosts, ...(listen === undefined || isAny(listen) ? [] : [hostOf(listen)])].map((host) =>
    host.toLowerCase(),
  );
  const settings = readGatewaySettings(
    values.settings,
    `http://localhost:${port}`,
    called.map((host) => (/:\d+$/.test(host.replace(/^\[.*\]/, '')) ? host : `${host}:${port}`)),
  );
  const opens = Object.entries({ listen, 'allow-host': hosts[0], 'allow-origin': origins[0] });
  const [opened] = opens.find(([, given]) => given !== undefined) ?? [];
  if (opened !== undefined && settings.forPage.keys.length === 0)
    throw new UsageError(
      `--${opened} needs a key of your own: one of "keys" in --settings FILE, or the variable EARSHOT_KEY.`,
    );
  const names = called.map((host) => host.replace(/(?<=[^:]|\]):\d+$/, ''));
  return {
    ...{ port, models, profile, listen, settings },
    admitted: { hosts: names, origins },
    folders: realFolders(values.folder),
    installsBrowser: values['install-browser'],
  };
}

const isAny = (address: string): boolean => address === '0.0.0.0' || address === '::';
const hostOf = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address);
