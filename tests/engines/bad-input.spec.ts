import { readdirSync } from 'node:fs';
import { clip, fixture } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { DAMAGES, type Damage, damagedFile, OUTCOMES } from './damaged-containers.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, outcomesOf, transcribe, upload } from './page-tasks.ts';
import refused from './refused-files.json' with { type: 'json' };

test('bad input: every unusable or unknown file is refused with the same status, and the queue goes on', {
  tag: THOROUGH,
}, async ({ engine }) => {
  const statuses: Record<string, number> = {};
  for (const file of Object.keys(refused)) {
    statuses[file] = (await upload(engine, fileToSend(fixture(`containers/${file}`)))).status;
  }
  expect(statuses).toEqual(refused);
  expect((await transcribe(engine, fileToSend(clip('en_yes.wav').path))).text).toBe('Yes.');
});

/** Queues all of them one behind the other, and a recording that nothing is wrong with. */
async function expectOutcomes(engine: BrowserEngine, names: string[], damages: readonly Damage[]) {
  const cases = names.flatMap((name) => damages.map((damage) => ({ name, damage })));
  const files = await Promise.all(cases.map(({ name, damage }) => damagedFile(name, damage)));
  const outcomes = await outcomesOf(engine, [...files, fileToSend(clip('en_yes.wav').path)]);
  const expected = cases.map(({ name, damage }) => OUTCOMES[name]?.split(' ')[DAMAGES.indexOf(damage)]);
  const others: unknown[] = [];
  for (const [index, one] of cases.entries()) {
    const outcome = outcomes[index];
    if (outcome === expected[index]) continue;
    // A codec that this browser lacks is refused as such, damaged or not.
    const isLacking = outcome === LACKING && (await undamagedOutcome(engine, one.name)) === LACKING;
    if (!isLacking) others.push({ ...one, outcome, expected: expected[index] });
  }
  expect(others).toEqual([]);
  expect(outcomes.at(-1)).toBe('done');
}

const LACKING = '415';

const undamagedOutcome = async (engine: BrowserEngine, name: string) =>
  (await outcomesOf(engine, [fileToSend(fixture(`containers/${name}`))]))[0];

test('bad input: every container of the fixtures, damaged in three ways, ends with the same code, and the queue goes on', {
  tag: THOROUGH,
}, async ({ engine }) => {
  test.setTimeout(600_000);
  const usable = readdirSync(fixture('containers')).filter(
    (name) => !(name in refused || name === 'make.sh'),
  );
  expect(usable.sort()).toEqual(Object.keys(OUTCOMES).sort());
  await expectOutcomes(engine, usable, DAMAGES);
});
