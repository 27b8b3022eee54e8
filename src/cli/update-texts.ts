import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectTexts } from './interface-texts.ts';
import { noOptions } from './no-options.ts';

noOptions(`Usage: npm run texts

Brings the catalogues in src/ui/texts in line with the sources. A new text is left empty in each, and is to be translated; a
text that is gone is removed.`);

const root = fileURLToPath(new URL('../..', import.meta.url));
const texts = await collectTexts(root);
const folder = join(root, 'src/ui/texts');
for (const file of readdirSync(folder).filter((name) => /^texts-.+\.json$/.test(name))) {
  const path = join(folder, file);
  const known: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'));
  const catalogue = Object.fromEntries(texts.map((text) => [text, known[text] ?? '']));
  writeFileSync(path, `${JSON.stringify(catalogue, null, 2)}\n`);
  const missing = texts.filter((text) => !catalogue[text]);
  console.log(`${file}: ${texts.length - missing.length} of ${texts.length} texts.`);
  for (const text of missing.slice(0, 20)) console.log(`  ${JSON.stringify(text)}`);
}
