import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { findModel } from '../../src/models/manifest/catalogue.ts';
import type { Rehearsal } from '../../src/models/manifest/rehearsals.ts';

export type { Rehearsal };

const PAGE = join(PROJECT_ROOT, 'docs/rehearsals.md');
const MARK = '<!-- table -->';

/** Rows of Markdown, one for each model, by its title. */
export function tableOf(results: Readonly<Record<string, Rehearsal>>): string {
  const rows = Object.entries(results).map(([id, result]) => {
    const cells =
      'failure' in result
        ? ['', '', '', '', '', `fails: ${result.failure.replaceAll(/\s+/g, ' ')}`]
        : [
            `${Math.round(result.bytes / 1e6)} MB`,
            `${result.loadSeconds} s`,
            `${result.peakMb} MB`,
            result.summarySeconds === undefined
              ? result.per
              : `${result.per}; ten minutes summarised in ${result.summarySeconds} s of two free cores`,
            `${result.processorSeconds} s`,
            `${result.threads}`,
          ];
    return `| ${[findModel(id).title, ...cells].join(' | ')} |`;
  });
  const head = ['model', 'files', 'to load', 'browser at most', 'for', 'processor time', 'threads'];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.toSorted()].join('\n');
}

export function writeTable(results: Readonly<Record<string, Rehearsal>>): void {
  const [before = '', , behind = ''] = readFileSync(PAGE, 'utf8').split(MARK);
  writeFileSync(PAGE, `${before}${MARK}\n${tableOf(results)}\n${MARK}${behind}`);
}
