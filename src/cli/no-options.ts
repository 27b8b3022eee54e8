import { parseArgs } from 'node:util';

/** `--help` prints the usage and ends the process, anything else is refused with a TypeError. */
export function noOptions(usage: string): void {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } });
  if (!values.help) return;
  console.log(usage);
  process.exit(0);
}
