import { endSignal } from '../command/end-signal.ts';
import { UsageError } from '../command/usage-error.ts';
import { START_PORT } from './ports.ts';
import type { RunningServer } from './serve.ts';

/** Reads `--port`. Throws an Error in one sentence. */
export function readPort(given: string | undefined, usual = START_PORT): number {
  const port = given === undefined ? usual : Number(given);
  if (given === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port must be a number from 0 to 65535.');
  return port;
}

/** Prints the address of the app, and ends the process at a signal. */
export async function untilStopped({ url, close }: RunningServer): Promise<void> {
  console.log(`Earshot is running at ${url} (press Ctrl+C to stop)`);
  await endSignal();
  await close();
  process.exit(0);
}
