import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { collectTexts } from './interface-texts.ts';
import { PROJECT_ROOT } from './project-root.ts';

/** Share of texts that a release has in every language. */
const WANTED = 0.95;

const { values } = parseArgs({
  options: {
    release: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run texts [-- --release]

Brings the catalogues in src/ui/texts in line with the sources, and prints how much of each is translated. A new text is left
empty in each, and is shown in English until it is translated; a text that is gone is removed.

  --release  changes nothing, and fails if a language has fewer than ${WANTED * 100}% of the texts`);
  process.exit(0);
}

const texts = await collectTexts(PROJECT_ROOT);
const folder = join(PROJECT_ROOT, 'src/ui/texts');
for (const file of readdirSync(folder).filter((name) => /^texts-.+\.json$/.test(name))) {
  const path = join(folder, file);
  const known: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'));
  const missing = texts.filter((text) => !known[text]);
  const share = 1 - missing.length / texts.length;
  console.log(
    `${file}: ${(share * 100).toFixed(1)}%, ${texts.length - missing.length} of ${texts.length} texts.`,
  );
  for (const text of missing.slice(0, 20)) console.log(`  ${JSON.stringify(text)}`);
  if (values.release) {
    if (share < WANTED) process.exitCode = 1;
    continue;
  }
  const catalogue = Object.fromEntries(texts.map((text) => [text, known[text] ?? '']));
  writeFileSync(path, `${JSON.stringify(catalogue, null, 2)}\n`);
}
