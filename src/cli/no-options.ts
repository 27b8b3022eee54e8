import { parseArgs } from 'node:util';

/**
 * Reads the command line of a script that takes no options: `--help` prints the usage and ends the process, anything else is
 * refused. Throws TypeError.
 */
export function noOptions(usage: string): void {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } });
  if (!values.help) return;
  console.log(usage);
  process.exit(0);
}
