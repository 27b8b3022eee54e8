import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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
  {
    term: 'lanes, a timer or noise',
    not: /\b(?:inference|tired|[kK]nock\w*|KNOCK\w*|[vV]ain\w*)\b/,
    within: /^src\/(?!language\/).*\.(?:ts|svelte)$/,
    // A knock at a door is a sound that is named.
    except: /correction-saver\.svelte\.ts|sound-kind\.ts|\/sound[-_]events\//,
  },
  {
    term: 'is, remains or represents: things do nothing of the kind',
    not: /^\s*(?:\/\/|\/?\*|<!--).*\b(?:stands?|lies?|stays?)\b(?!-)/i,
    within: /^(?:src|tests)\/.*\.(?:ts|svelte)$/,
  },
  {
    term: 'onChannelMessage, observe, detect or whatever is done: methods have no ears',
    // `server.listen` is of Node.
    not: /(?<![.\w])listen\(|#listen\b|\blistenTo\w*|\bimport .*\blisten\b|[.#]hear\b|\bconst hear\b/,
    within: /^src\/.*\.(?:ts|svelte)$/,
  },
  {
    term: 'onProgress, announced, reported or declared: names have the event or the result',
    // `tellSpeakers` is a stored option.
    not: /\b[tT]old[A-Z]|[a-z]Told|TOLD|\b(?:const|let) (?:told|tell)\b|#(?:told|tell)|\btells?(?!Speakers\b)[A-Z]|\btell\??[:(]/,
    within: /^src\/.*(?<!\.test)\.(?:ts|svelte)$/,
  },
  {
    term: 'the caller, the holder of the lock or the page that does it',
    not: /^\s*(?:\/\/|\/?\*|<!--).*\bwhoever\b/i,
    within: /^(?:src|tests)\/.*\.(?:ts|svelte)$/,
  },
  {
    term: 'returns, reports or receives: code neither talks nor listens',
    not: /^\s*(?:\/\/|\/?\*|<!--).*\b(?:tells?|told|hears?|hearing|listens?|listened)\b/i,
    within: /^(?:src|tests)\/.*\.(?:ts|svelte)$/,
    // The value of a header, and a method of Node.
    except: /['`]tell['`]|`server\.listen`/,
  },
  {
    term: 'reports, is given, requires, covers or has: code does not talk and has no wishes',
    not: /^\s*(?:\/\/|\/?\*|<!--).*\b(?:tells?|told|wants?|knows?)\b/,
    within: /^src\/(?:ui|media|engine\/(?:asr|alignment|decoding))\/.*(?<!\.test)\.(?:ts|svelte)$/,
  },
];

/** Names of folders in `src`: a new one is made of these terms of its field, or adds one that a glossary has. */
const TERMS_OF_ROOMS = new Set(
  [
    // Speech recognition and audio (ASR glossaries, Kaldi, NeMo, Whisper).
    'alignment asr audio channels codecs decoders decoding diarization encoder events features fusion language languages levels',
    'marian model models onnx punctuation recognisers recognition sortformer sound sounds speakers speech stepping stretches subtitles',
    'transcript transcripts transducer transcription translation translations vad voices vocabulary whisper windows words',
    // Natural language processing.
    'action analysis consistency cues custom entities entity enhanced extraction filter llm name named pii profanity redaction sentences sentiment',
    'items speaker spelling structured summarization text texts',
    // Containers and formats.
    'cuts docx formats html json matroska media mp4 mpeg ogg pcm pdf captions',
    // Web platform, PWA and HTTP.
    'addresses api app browser capture cli client clients contract embed guard handlers middleware multipart network notifications',
    'notify openai openapi realtime page pages realms router server service shared storage transport ui worker',
    // Software.
    'addons agents assembly backup build bytes choice command compose corrections data database deletion device display document',
    'draft edits engine errors every export files find gpu graphs host import integrity jobs kernels keys lib library list live manifest',
    'mappings mode names mcp open own package panels parts place player pool progress queue reading recordings results run runs',
    'runtime saving search second selection settings store styles tables team template through to workspace wyoming',
  ].flatMap((terms) => terms.split(' ')),
);

const files = execFileSync('git', ['ls-files', 'src', 'tests', 'docs'], {
  cwd: PROJECT_ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|svelte|md)$/.test(file));

/** Every line once, with where it is. */
const lines = files.flatMap((file) =>
  readFileSync(join(PROJECT_ROOT, file), 'utf8')
    .split('\n')
    .map((line, index) => ({ file, place: `${file}:${index + 1}`, line })),
);

it.each(REPLACED)('the terms of docs/style.md are used: $term', ({ not, within, except }) => {
  const found = lines.filter(
    ({ file, place, line }) =>
      within.test(file) && not.test(line) && !except?.test(place) && !except?.test(line),
  );
  expect(found.map(({ place, line }) => `${place} ${line.trim()}`)).toEqual([]);
});

it('no file has such a word in its name', () => {
  const not =
    /(?:^|[-.])(?:stands?(?!-in)|lies?|stays?|tells?|told|hears?|heard|listens?|tired|knock|vain|whoever)[-.]/;
  expect(files.filter((file) => not.test(basename(file)))).toEqual([]);
});

it('folders are named by terms of their field', () => {
  const folders = new Set(
    files.filter((file) => file.startsWith('src/')).flatMap((file) => file.split('/').slice(1, -1)),
  );
  const terms = [...folders].flatMap((folder) => folder.split(/[-_]/));
  expect(terms.length).toBeGreaterThan(100);
  expect([...new Set(terms)].filter((term) => !TERMS_OF_ROOMS.has(term))).toEqual([]);
});
