import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the user's browser. Where there is none, nothing happens: the address is printed as well. */
export function openInBrowser(url: string): void {
  const [program = 'xdg-open', ...words] = OPENERS[process.platform] ?? [];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
