import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { MEMBER_SOURCE } from './spawn-member.ts';

/** What a later version of the app might change: a job's row gets a second version, which says how urgent the job is. */
const CHANGES: Record<string, [from: string, to: string]> = {
  'src/pool/rows.ts': [
    'export const jobRow = z.looseObject({\n  version: z.literal(1),',
    'export const jobRow = z.looseObject({\n  version: z.literal([1, 2]),\n  urgency: z.int().optional(),',
  ],
};

/** The member's process of that version, built from this one's sources. */
export async function buildNewerMember(): Promise<{ code: string; remove: () => void }> {
  const cache = join(PROJECT_ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'newer-member-'));
  const changed = new Set<string>();
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: MEMBER_SOURCE, outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'newer-version',
        enforce: 'pre',
        transform(code, id) {
          const path = Object.keys(CHANGES).find((name) => id.endsWith(name));
          const [from, to] = CHANGES[path ?? ''] ?? ['', ''];
          if (path === undefined || !code.includes(from)) return;
          changed.add(path);
          return code.replace(from, to);
        },
      },
    ],
  });
  if (changed.size < Object.keys(CHANGES).length) throw new Error('What is to be changed was not found.');
  return {
    code: join(outDir, 'member-process.js'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
