import type { DependencyType, IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The import rules of docs/architecture.md. Paths are relative to the project's root. Everything may import itself,
 * src/contract and src/lib; what else a folder may import stands in `LAYERS`.
 */
interface Layer {
  /** What this rule is called when it is broken. */
  name: string;
  /** Files that the rule holds for. */
  from: string | string[];
  /** Files that may be imported, besides the layer's own, contract and lib. */
  may: string[];
  /** Files of which only the types may be imported: they run in another realm, or would weigh too much. */
  mayTypes?: string[];
  comment: string;
}

/** Tests may reach into everything. */
const TEST_FILE = '\\.test\\.ts$';

/** The page's end of each worker. What lies in `shared` runs at both. */
const PAGE_END = '^src/realms/[^/]+/(page|shared)/';
/** The worker's end of those that run the engine. */
const WORKER_END = '^src/realms/(every-worker|audio|asr|diarization|addons|live)/(worker|shared)/';
/** What lists the add-ons' folders: the rest knows them by these files alone. */
const ADDON_LISTS = '^src/addons/addon-(schema|view|api)s\\.ts$';
/** The shapes of what a folder's `schema.ts` exports. */
const ADDON_SHAPES = '^src/addons/addon-(schema|view)\\.ts$';

const LAYERS: Layer[] = [
  {
    name: 'storage-stands-alone',
    from: '^src/storage/',
    may: [],
    comment: 'Storage knows the wire shapes and nothing else.',
  },
  {
    name: 'media-stands-alone',
    from: '^src/media/',
    may: [],
    comment: 'Reading containers needs neither storage nor an engine.',
  },
  {
    name: 'recordings-are-probed-and-stored',
    from: '^src/recordings/',
    may: ['^src/media/', '^src/network/', '^src/storage/'],
    comment: 'Taking a recording in: fetched or uploaded, it is probed and stored in one place.',
  },
  {
    name: 'engine-is-pure',
    from: '^src/engine/',
    may: ['^src/media/'],
    comment: 'Speech code knows nothing of HTTP, jobs, models in storage, or storage.',
  },
  {
    name: 'language-is-pure',
    from: '^src/language/',
    may: ['^src/engine/(onnx|kernels|decoding|sounds|transcript)/'],
    comment:
      'Text models and rules, for add-ons: like the engine, it knows nothing of jobs, models in storage, or storage.',
  },
  {
    name: 'network-keeps-a-ledger',
    from: '^src/network/',
    may: ['^src/storage/'],
    comment: 'What leaves the origin is checked against the settings and noted in a ledger, both in storage.',
  },
  {
    name: 'models-use-storage',
    from: '^src/models/',
    may: ['^src/network/', '^src/storage/'],
    mayTypes: ['^src/engine/', '^src/language/'],
    comment: 'The model store keeps its files in storage, and runs no engine.',
  },
  {
    name: 'addons-are-islands',
    from: '^src/addons/([^/]+)/',
    may: [
      '^src/addons/$1/',
      '^src/addons/[^/]+\\.ts$',
      '^src/engine/(transcript|sounds)/',
      '^src/language/(cues|entities)/',
    ],
    mayTypes: ['^src/engine/', '^src/language/'],
    comment: 'An add-on can be added or taken away by its folder alone.',
  },
  {
    name: 'document-is-pure',
    from: '^src/document/',
    may: ['^src/engine/transcript/', '^src/addons/subtitles/', '^src/addons/[^/]+\\.ts$'],
    comment:
      'The edited transcript is a value: functions make, change and write it, and know no storage or page.',
  },
  {
    name: 'addon-schemas-keep-light',
    from: '^src/addons/([^/]+)/schema\\.ts$',
    may: [ADDON_SHAPES],
    comment: 'The page and the service worker load every schema: it knows the wire, and not what runs.',
  },
  {
    name: 'addon-lists-know-schemas',
    from: [ADDON_LISTS, ADDON_SHAPES],
    may: [],
    comment: 'The lists find the folders by their names, and import none of them.',
  },
  {
    name: 'page-end-knows-types-only',
    from: PAGE_END,
    may: [],
    mayTypes: [
      '^src/engine/',
      '^src/language/',
      '^src/models/',
      '^src/addons/',
      '^src/client/library/',
      '^src/pool/',
      '^src/storage/second-place/',
    ],
    comment: "The page's end of a worker: its code must not pull the engine into the page.",
  },
  {
    name: 'worker-end-uses-engine',
    from: WORKER_END,
    may: ['^src/engine/', '^src/language/', '^src/models/', '^src/addons/', WORKER_END],
    comment: 'A worker runs the engine; it knows nothing of HTTP, jobs or storage.',
  },
  {
    name: 'library-worker-searches',
    from: '^src/realms/library/worker/',
    may: [
      '^src/client/library/',
      '^src/language/text/',
      '^src/models/',
      '^src/realms/(library|every-worker)/shared/',
    ],
    comment:
      'The library worker is an end of the client: it holds its index off the main thread, and makes vectors of sentences.',
  },
  {
    name: 'second-place-worker-writes',
    from: '^src/realms/second-place/worker/',
    may: ['^src/storage/', '^src/realms/(second-place|every-worker)/shared/'],
    comment: 'The second place is written in a worker: only there can a file be appended to.',
  },
  {
    name: 'transcripts-worker-serves',
    from: '^src/realms/transcripts/worker/',
    may: ['^src/service/', '^src/document/', '^src/realms/(transcripts|every-worker)/shared/'],
    comment: 'The transcripts worker does what would keep the service worker or the page from all else.',
  },
  {
    name: 'pool-stands-alone',
    from: '^src/pool/',
    may: [],
    comment: 'Jobs shared through a broker: sealed rows and pieces, without a browser, storage or an engine.',
  },
  {
    name: 'pool-worker-connects',
    from: '^src/realms/pool/worker/',
    may: ['^src/pool/', '^src/realms/(pool|every-worker)/shared/'],
    comment: 'The pool worker holds the connection; what runs a job is the host, and the ASR workers.',
  },
  {
    name: 'service-stores-and-answers',
    from: '^src/service/',
    may: ['^src/storage/', '^src/media/', '^src/recordings/', '^src/document/'],
    comment: 'The service answers from storage: no engine, no model, no job is run.',
  },
  {
    name: 'notify-uses-storage',
    from: '^src/host/notify/',
    may: ['^src/host/queue/', '^src/network/', '^src/storage/'],
    comment: 'Deliveries are made by whichever realm is awake, the service worker too.',
  },
  {
    name: 'host-uses-layers-below',
    from: '^src/host/',
    may: [
      PAGE_END,
      '^src/network/',
      '^src/storage/',
      '^src/models/',
      '^src/media/',
      '^src/recordings/',
      '^src/addons/',
      '^src/document/',
      '^src/engine/transcript/',
      '^src/engine/audio/decoders/pcm-decoder\\.ts$',
    ],
    mayTypes: ['^src/engine/', '^src/language/', '^src/pool/'],
    comment: 'The elected tab orders what workers do, with its state in storage.',
  },
  {
    name: 'service-worker-keeps-light',
    from: '^src/realms/service-worker/',
    may: ['^src/service/', '^src/host/(notify|queue)/', '^src/storage/'],
    comment: 'The service worker answers and delivers: no engine, no model, no job is run.',
  },
  {
    name: 'client-speaks-http',
    from: '^src/client/',
    may: [
      '^src/network/',
      '^src/storage/',
      '^src/models/',
      '^src/addons/',
      '^src/document/',
      '^src/engine/diarization/voices/',
      '^src/engine/transcript/text-sentences',
      '^src/realms/(library|transcripts|second-place)/(page|shared)/',
    ],
    comment:
      'The client calls /v2 like any page; keys, voices and installed models come from storage. Captions of a finished job are made where they are asked for.',
  },
  {
    name: 'ui-uses-client',
    from: '^src/ui/',
    may: ['^src/client/', '^src/document/', ADDON_LISTS, ADDON_SHAPES],
    comment: 'Components never reach into storage, the host or workers.',
  },
  {
    name: 'embed-serves-a-page',
    from: '^src/embed/',
    may: ['^src/client/', '^src/service/', '^src/storage/', '^src/models/', PAGE_END],
    comment:
      'The frame in another page gives it the client, and does itself what the browser denies to the frame.',
  },
  {
    name: 'cli-uses-manifest',
    from: '^src/cli/',
    may: [
      '^src/models/',
      '^src/pool/',
      '^src/language/cues/check-cues\\.ts',
      '^src/document/import/(text/line-layouts|vocabulary/patterns)\\.ts',
    ],
    mayTypes: ['^src/client/'],
    comment:
      'The command line drives the built app; it shares only shapes with it, and the build checks the files of cues and of imports.',
  },
  {
    name: 'workers-are-thin',
    from: '^workers/',
    may: ['^src/realms/([^/]+/worker|service-worker)/'],
    comment: 'An entry starts its realm, in a few lines.',
  },
];

/** The only places that may import a package. */
const PACKAGE_HOMES: { packages: string; home: string[] }[] = [
  {
    packages: '(@huggingface/transformers|onnxruntime-web|onnxruntime-common)',
    home: ['^src/(engine|language|models)/'],
  },
  { packages: '@ricky0123/vad-web', home: ['^src/engine/vad/'] },
  { packages: 'idb', home: ['^src/storage/'] },
  { packages: 'comlink', home: ['^src/realms/', '^workers/'] },
  { packages: '(svelte|@lucide/svelte)', home: ['^src/ui/', '^src/main\\.ts$', '^src/embed\\.ts$'] },
  {
    packages: 'workbox-(cacheable-response|core|expiration|precaching|strategies)',
    home: ['^src/realms/service-worker/'],
  },
  { packages: 'workbox-window', home: ['^src/client/'] },
  // Containers are written where a recording is cut: in the audio worker, its start would wait for that.
  {
    packages: '(mediabunny|@mediabunny/[^/]+)',
    home: ['^src/media/', '^src/engine/audio/', '^src/client/recordings/cuts/'],
  },
  { packages: 'hono', home: ['^src/service/'] },
  // Configured there before the first schema is made.
  { packages: 'zod', home: ['^src/lib/zod\\.ts$', '^src/cli/'] },
  { packages: 'hash-wasm', home: ['^src/models/', '^src/pool/'] },
  { packages: '@nats-io/[^/]+', home: ['^src/pool/', '^src/cli/'] },
];

/** Rooms that are used like packages: nothing outside imports past their doors. */
const ROOMS: { name: string; room: string; doors: string[] }[] = [
  { name: 'kernels', room: '^src/engine/kernels/', doors: ['index', 'sessions'] },
  { name: 'pool', room: '^src/pool/', doors: ['index'] },
];

const ANYONE_MAY = ['^src/contract/', '^src/lib/'];
/** What `/embed.js` and the package's library are made of. */
const PAGE_SCRIPT =
  '^src/embed/(app-folder|connect|installed-library|live-in-frame|port-calls|request-message)\\.ts$';
const TYPE_ONLY: DependencyType[] = ['type-only'];
const OWN_CODE = '^(src|workers|tests)/';

function layerRules({ name, from, may, mayTypes, comment }: Layer): IForbiddenRuleType[] {
  const own = [from].flat().map((path) => path.replace('([^/]+)', '$1'));
  const always = [...own, ...may, ...ANYONE_MAY];
  const rules: IForbiddenRuleType[] = [
    {
      name,
      comment,
      severity: 'error',
      from: { path: from, pathNot: TEST_FILE },
      to: { path: OWN_CODE, pathNot: [...always, ...(mayTypes ?? [])] },
    },
  ];
  if (mayTypes) {
    rules.push({
      name: `${name}-by-type`,
      comment: `${comment} Types alone may be imported from there.`,
      severity: 'error',
      from: { path: from, pathNot: TEST_FILE },
      to: { path: mayTypes, pathNot: always, dependencyTypesNot: TYPE_ONLY },
    });
  }
  return rules;
}

const forbidden: IForbiddenRuleType[] = [
  {
    name: 'no-cycles',
    comment: 'Modules that import each other cannot be read, tested or replaced alone.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'imports-resolve',
    comment: 'An import that cannot be resolved cannot be judged by the other rules either.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: ['^virtual:', '\\?(url|worker|raw)$'] },
  },
  {
    name: 'lib-stands-alone',
    comment: 'any → contract → lib, and nothing below.',
    severity: 'error',
    from: { path: '^src/lib/', pathNot: TEST_FILE },
    to: { path: OWN_CODE, pathNot: '^src/lib/' },
  },
  {
    name: 'contract-uses-lib',
    comment: "any → contract → lib. Requests and results are made from the add-ons' schemas.",
    severity: 'error',
    from: { path: '^src/contract/', pathNot: TEST_FILE },
    to: { path: OWN_CODE, pathNot: [...ANYONE_MAY, ADDON_LISTS, ADDON_SHAPES] },
  },
  {
    name: 'addon-schemas-come-before-requests',
    comment:
      'Requests and results are made from all schemas: a schema that needs one of them would need itself.',
    severity: 'error',
    from: { path: '^src/addons/[^/]+/schema\\.ts$' },
    to: { path: ADDON_LISTS, reachable: true },
  },
  {
    name: 'page-script-stands-alone',
    comment:
      '/embed.js is loaded by pages of other origins: one small file, with nothing but types from elsewhere.',
    severity: 'error',
    from: { path: PAGE_SCRIPT },
    to: { path: '.', pathNot: PAGE_SCRIPT, dependencyTypesNot: TYPE_ONLY },
  },
  {
    name: 'tests-stay-out',
    comment: 'Nothing that ships imports a test.',
    severity: 'error',
    from: { path: '^(src|workers)/', pathNot: TEST_FILE },
    to: { path: ['^tests/', TEST_FILE] },
  },
  {
    name: 'workers-are-entries',
    comment: 'A worker is started by its address, never imported.',
    severity: 'error',
    from: { path: '^src/', pathNot: TEST_FILE },
    to: { path: '^workers/' },
  },
  {
    name: 'node-in-cli-only',
    comment: 'Everything but the command line runs in a browser.',
    severity: 'error',
    from: { path: '^(src|workers)/', pathNot: ['^src/cli/', TEST_FILE] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'dev-packages-stay-out',
    comment: 'What ships must not need a development package.',
    severity: 'error',
    from: { path: '^(src|workers)/', pathNot: ['^src/cli/', TEST_FILE] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: TYPE_ONLY },
  },
  ...ROOMS.map(
    ({ name, room, doors }): IForbiddenRuleType => ({
      name: `door-of-${name}`,
      comment: `Nothing outside this room imports past its doors: ${doors.map((door) => `${door}.ts`).join(', ')}.`,
      severity: 'error',
      from: { path: '^(src|workers)/', pathNot: [room, TEST_FILE] },
      to: { path: room, pathNot: `${room}(${doors.join('|')})\\.ts$` },
    }),
  ),
  ...PACKAGE_HOMES.map(
    ({ packages, home }): IForbiddenRuleType => ({
      name: `home-of-${packages.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '')}`,
      comment:
        'Each big package has one home, so that it can be replaced and does not leak into other realms.',
      severity: 'error',
      from: { path: '^(src|workers)/', pathNot: [...home, TEST_FILE] },
      // A file that Vite alone resolves (`…wasm?url`) keeps the name that it was imported by.
      to: { path: [`/node_modules/${packages}/`, `^node_modules/${packages}/`, `^${packages}(/|$)`] },
    }),
  ),
  ...LAYERS.flatMap(layerRules),
];

const configuration: IConfiguration = {
  forbidden,
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'browser', 'import', 'default'],
    },
  },
};

export default configuration;
