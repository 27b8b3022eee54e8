import { fileURLToPath } from 'node:url';
import { importFaults } from '../../src/cli/build/import-data.ts';
import { cruiseImports, sourceFiles } from './cruise-imports.ts';

/**
 * `npm run check:imports`: prints every forbidden import, every fault of the data by which transcripts are imported, and fails if there
 * is one or if a file was not read.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const { modules, violations } = await cruiseImports(root);
const read = new Set(modules);
const unread = sourceFiles(root).filter((file) => !read.has(file));

for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
for (const file of unread) console.error(`not read by dependency-cruiser: ${file}`);
if (read.size === 0) console.error('dependency-cruiser read no file at all.');

const faults = importFaults(root);
for (const fault of faults) console.error(fault);

const failed = faults.length > 0 || violations.length > 0 || unread.length > 0 || read.size === 0;
if (violations.length > 0)
  console.error('See .dependency-cruiser.ts and docs/architecture.md for what may import what.');
if (!failed) console.log(`Imports of ${read.size} files keep the rules.`);
process.exitCode = failed ? 1 : 0;
