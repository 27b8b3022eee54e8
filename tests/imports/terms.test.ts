import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

/** Words that docs/style.md replaces by a term of the field, and where they would be read for it. */
const REPLACED: { term: string; not: RegExp; within: RegExp; except?: RegExp }[] = [
  {
    term: 'recognise, decode or detect',
    // `heard` and `unheard` are fields of the API and of stored rows.
    not: /\b(?:hears?|hearings?|hear[A-Z]\w*|heard(?!Whole)[A-Z]\w*|Hear[ds]?[A-Z]\w*)\b/,
    within: /^src\/(engine|host|realms|document|addons|language|media|recordings)\//,
    // What people say in texts.
    except: /sorry to hear|can you hear/,
  },
  {
    term: 'lanes, connections or whatever is meant: the pool is the queue that a team shares',
    not: /\b\w*[pP]ool\w*\b/,
    within:
      /^src\/(engine|models|media|language|addons|document|realms\/(asr|audio|diarization|addons|every-worker))\//,
    // Of Chinese, and a layer of a network.
    except: /\.json$|spool|AveragePool|MaxPool|attention_pool|poolers?\b/i,
  },
  {
    term: 'onWords, onUtterances or onTranscript, after the stage',
    not: /\b(?:rewriteWords|rewriteTranscript|readTranscript)\b/,
    within: /^(src|docs|tests)\//,
    except: /^tests\/imports\/terms\.test\.ts/,
  },
  {
    term: 'the corrected transcript: an edit is an act at the editor',
    not: /\b(?:[eE]dited(?:Transcript|Word|Cue|Head|Document)|(?:get|read|save|store|parse|machine|stored|opened|Stored|Opened)Edit(?:Ahead|Rows)?|edited-transcript)\b/,
    within: /^(src\/(contract|storage|client|document|service|host|ui|realms)|tests)\//,
    except: /^tests\/imports\/terms\.test\.ts/,
  },
];

const files = execFileSync('git', ['ls-files', 'src', 'tests', 'docs'], {
  cwd: PROJECT_ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|svelte|md)$/.test(file));

it.each(REPLACED)('the terms of docs/style.md are used: $term', ({ not, within, except }) => {
  const found = files
    .filter((file) => within.test(file))
    .flatMap((file) =>
      readFileSync(join(PROJECT_ROOT, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ place: `${file}:${index + 1}`, line })),
    )
    .filter(({ place, line }) => not.test(line) && !except?.test(place) && !except?.test(line));
  expect(found.map(({ place, line }) => `${place} ${line.trim()}`)).toEqual([]);
});
