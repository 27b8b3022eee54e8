import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

/** The part of rolldown's ChunkingContext that lists a module's imports. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Small modules that almost every chunk needs: as one file they weigh less than the names and framing of twenty. */
const EVERYWHERE = {
  name: 'everywhere',
  test: new RegExp(
    String.raw`src\/(ui\/parts\/(format-bytes|format-duration)|lib\/format-clock|contract\/(transcripts\/language-codes|jobs\/quality|` +
      String.raw`jobs\/model-name|realms\/channel)|lib\/(ids|wait-for|round-seconds|regional-locale|errors\/errors|errors\/msg|files\/plain-name|` +
      String.raw`files\/unique-names|files\/last-path-segment|last-at-most))\.ts$`,
  ),
  priority: 2,
};

/** The same for the schemas, with zod: no first view needs them, and whatever reads a response needs most of them. */
const SCHEMAS = {
  name: 'schemas',
  test: new RegExp(
    String.raw`src\/(contract\/(jobs\/pre-recorded-job|transcripts\/(voice-name|utterance|language-code|library-entry|transcript-formats|` +
      String.raw`corrected-transcript))|client\/jobs\/job-summary)\.ts$`,
  ),
  priority: 2,
};

const MAIN = join(PROJECT_ROOT, 'src/main.ts');
/** The page in the frame of another site. */
const FRAME = join(PROJECT_ROOT, 'src/embed.ts');

/**
 * Keeps what the first view needs out of the groups below: files as they would be without any, but for those of a few hundred bytes, each
 * of which would add its framing. What the frame needs as well merges among itself, so that no frame loads the app.
 */
const FIRST_VIEW = {
  name: (id: string, modules: Modules) => {
    if (!reached(MAIN, modules).has(id)) return null;
    return reached(FRAME, modules).has(id) ? 'shared' : 'view';
  },
  entriesAware: true,
  entriesAwareMergeThreshold: 4_000,
  priority: 1,
};

/** What runs jobs starts with the page. It shares modules with fifty views, and would be as many files. */
const HOST = { name: 'host', test: /src\/host\/host\.ts$/ };

export const PAGE_FILES = { groups: [EVERYWHERE, SCHEMAS, FIRST_VIEW, HOST] };

/** What several realms need. Modules that import the schemas, zod or the runtime are larger than they look. */
const SMALL = [
  /src\/lib\/(?!zod\.|errors\/stored)/,
  /src\/realms\/every-worker\/shared\//,
  /src\/engine\/(features|decoding|transcript|audio\/windows)\//,
  /src\/engine\/onnx\/(onnx-graph|onnx-runtime|build-graph|read-model-file|runtime-capture|start-runtime|half-float)\./,
  /node_modules\/(comlink|fft\.js|@bufbuild)\//,
];

/** As files of their own, modules that several realms need would each cost a request when a worker starts. */
export const WORKER_FILES = {
  groups: [
    { name: 'schemas', test: /node_modules\/zod\/|src\/contract\//, minShareCount: 2, priority: 1 },
    {
      name: 'realm',
      test: (id: string) => SMALL.some((paths) => paths.test(id)),
      minShareCount: 2,
      priority: 2,
    },
    {
      name: 'storage',
      test: /src\/(storage|models\/store\/stored-model-files)|node_modules\/idb\//,
      minShareCount: 2,
      priority: 1,
    },
    { name: 'models', test: /src\/models\/(manifest|own|choice|store)\//, minShareCount: 2 },
    {
      name: 'answers',
      test: /src\/(addons\/(comparable-words|repeats-prompt|audio_to_llm\/ground-answer)|document\/words\/retime-words)\./,
      minShareCount: 2,
    },
  ],
};

/** Name of a group without its list of entries, and without an extension. */
export const shortName = (name: string): string => name.replace(/~.*|\.[^.]*$/, '');

/** Rolldown asks for each module, with the same graph. */
const known = new WeakMap<Modules, Map<string, Set<string>>>();

/** An entry and all that it imports statically. */
function reached(entry: string, modules: Modules): Set<string> {
  const ofGraph = known.get(modules) ?? new Map<string, Set<string>>();
  known.set(modules, ofGraph);
  const found = ofGraph.get(entry) ?? reachedFrom(entry, modules);
  ofGraph.set(entry, found);
  return found;
}

function reachedFrom(entry: string, modules: Modules): Set<string> {
  const found = new Set<string>();
  const queue = [entry];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    queue.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The add-on whose own run is among a chunk's modules. */
export const addonOf = (moduleIds: readonly string[]): string | undefined =>
  moduleIds.map((id) => /\/src\/addons\/(\w+)\/run\.ts$/.exec(id)?.[1]).find((name) => name !== undefined);
