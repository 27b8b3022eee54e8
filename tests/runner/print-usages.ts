import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

/**
 * Prints what these commands print for `--help`, as JSON: `print-usages.ts PATH…`. All run in one process, as the start of each costs a
 * second of a processor.
 */
const { log, exit } = { log: console.log, exit: process.exit };
const paths = process.argv.splice(2);
process.argv.push('--help');

/** What follows the end of a command does not run. */
class Ended extends Error {}
process.exit = (code) => {
  process.exitCode ||= code ?? undefined;
  throw new Ended();
};
process.on('unhandledRejection', (error) => {
  if (!(error instanceof Ended)) throw error;
});

const usages: Record<string, string> = {};
for (const path of paths)
  usages[path] = await new Promise<string>((resolve, reject) => {
    console.log = resolve;
    import(join(PROJECT_ROOT, path)).catch(reject);
  });
log(JSON.stringify(usages));
exit();
