import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Tidies up for as long as nobody presses Ctrl + C again. */
const PROGRAM = `
import { endSignal } from ${JSON.stringify(join(import.meta.dirname, 'end-signal.ts'))};
const waiting = setInterval(() => {}, 1000);
endSignal().then((code) => {
  console.log('stopped ' + code);
  if (process.argv[1] === 'quick') process.exit(code);
});
console.log('ready');
`;

function start(given: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', PROGRAM, given]);
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data;
  });
  const says = (text: string) => expect.poll(() => output, { timeout: 20_000 }).toContain(text);
  return { child, says, ended: once(child, 'exit') };
}

it('says which code its end has', async () => {
  const { child, says, ended } = start('quick');
  await says('ready');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(143);
});

it('ends at once where it is stopped again, but not by the same signal from npm', async () => {
  const { child, says, ended } = start('slow');
  await says('ready');
  child.kill('SIGINT');
  child.kill('SIGINT');
  await says('stopped 130');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
});
