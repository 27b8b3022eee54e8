import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import configuration from '../../.dependency-cruiser.ts';
import { cruiseImports, type ImportCheck, sourceFiles } from './cruise-imports.ts';

/**
 * A canary: a small project that breaks every rule once. A checker that reads no TypeScript, no Svelte or no rules
 * finds nothing here and fails.
 */
const BROKEN: Record<string, { file: string; text: string }> = {
  'no-cycles': { file: 'src/lib/loop-a.ts', text: "import './loop-b.ts';" },
  'imports-resolve': { file: 'src/lib/lost.ts', text: "import './nowhere.ts';" },
  'lib-stands-alone': { file: 'src/lib/high.ts', text: "import '../contract/wire.ts';" },
  'contract-uses-lib': { file: 'src/contract/stores.ts', text: "import '../storage/store.ts';" },
  'tests-stay-out': { file: 'src/lib/tested.ts', text: "import '../../tests/fixture.ts';" },
  'workers-are-entries': { file: 'src/realms/spawn.ts', text: "import '../../workers/a.worker.ts';" },
  'node-in-cli-only': { file: 'src/lib/disk.ts', text: "import 'node:fs';" },
  'dev-packages-stay-out': { file: 'src/lib/dev.ts', text: "import 'fast-check';" },
  'home-of-huggingface-transformers-onnxruntime-web-onnxruntime-common': {
    file: 'src/ui/model.ts',
    text: "import '@huggingface/transformers';",
  },
  'home-of-ricky0123-vad-web': { file: 'src/ui/vad.ts', text: "import '@ricky0123/vad-web';" },
  'home-of-idb': { file: 'src/host/db.ts', text: "import 'idb';" },
  'home-of-zod': { file: 'src/host/shape.ts', text: "import 'zod';" },
  'home-of-comlink': { file: 'src/ui/remote.ts', text: "import 'comlink';" },
  'home-of-svelte-lucide-svelte': { file: 'src/client/component.ts', text: "import 'svelte';" },
  'home-of-workbox-window': { file: 'src/ui/update.ts', text: "import 'workbox-window';" },
  'home-of-workbox-cacheable-response-core-expiration-precaching-strategies': {
    file: 'src/client/shell.ts',
    text: "import 'workbox-precaching';",
  },
  'home-of-mediabunny-mediabunny': { file: 'src/host/probe.ts', text: "import 'mediabunny';" },
  'home-of-hono': { file: 'src/host/http.ts', text: "import 'hono';" },
  'door-of-kernels': {
    file: 'src/engine/vad/steps.ts',
    text: "import '../kernels/runtime/memory.ts';",
  },
  'door-of-pool': { file: 'src/cli/leases.ts', text: "import '../pool/lease.ts';" },
  'home-of-hash-wasm': { file: 'src/ui/hash.ts', text: "import 'hash-wasm';" },
  'home-of-nats-io': { file: 'src/host/broker.ts', text: "import '@nats-io/kv';" },
  'pool-stands-alone': { file: 'src/pool/keeps.ts', text: "import '../storage/store.ts';" },
  'pool-worker-connects': {
    file: 'src/realms/pool/worker/session.ts',
    text: "import '../../../storage/store.ts';",
  },
  'storage-stands-alone': { file: 'src/storage/pipes.ts', text: "import '../host/run.ts';" },
  'media-stands-alone': { file: 'src/media/stores.ts', text: "import '../storage/store.ts';" },
  'recordings-are-probed-and-stored': {
    file: 'src/recordings/recognises.ts',
    text: "import '../engine/asr/asr.ts';",
  },
  'models-use-storage': { file: 'src/models/runs.ts', text: "import '../host/run.ts';" },
  'models-use-storage-by-type': { file: 'src/models/engines.ts', text: "import '../engine/asr/asr.ts';" },
  'engine-is-pure': { file: 'src/engine/asr/stores.ts', text: "import '../../storage/store.ts';" },
  'language-is-pure': {
    file: 'src/language/text/recognises.ts',
    text: "import '../../engine/asr/asr.ts';",
  },
  'network-keeps-a-ledger': { file: 'src/network/probes.ts', text: "import '../models/model.ts';" },
  'addons-are-islands': { file: 'src/addons/one/run.ts', text: "import '../two/run.ts';" },
  'addons-are-islands-by-type': {
    file: 'src/addons/one/engines.ts',
    text: "import '../../engine/asr/asr.ts';",
  },
  'document-is-pure': { file: 'src/document/keeps.ts', text: "import '../storage/store.ts';" },
  'addon-schemas-keep-light': { file: 'src/addons/one/schema.ts', text: "import './run.ts';" },
  'addon-schemas-come-before-requests': {
    file: 'src/addons/three/schema.ts',
    text: "import '../../contract/request.ts';",
  },
  'addon-lists-know-schemas': {
    file: 'src/addons/addon-views.ts',
    text: "import './two/schema.ts';",
  },
  'page-end-knows-types-only': {
    file: 'src/realms/other/page/spawn.ts',
    text: "import '../../../storage/store.ts';",
  },
  'page-end-knows-types-only-by-type': {
    file: 'src/realms/asr/shared/api.ts',
    text: "import '../../../engine/asr/asr.ts';",
  },
  'worker-end-uses-engine': {
    file: 'src/realms/asr/worker/stores.ts',
    text: "import '../../../storage/store.ts';",
  },
  'transcripts-worker-serves': {
    file: 'src/realms/transcripts/worker/session.ts',
    text: "import '../../../engine/asr/asr.ts';",
  },
  'library-worker-searches': {
    file: 'src/realms/library/worker/session.ts',
    text: "import '../../../engine/asr/asr.ts';",
  },
  'second-place-worker-writes': {
    file: 'src/realms/second-place/worker/session.ts',
    text: "import '../../../engine/asr/asr.ts';",
  },
  'service-stores-and-answers': { file: 'src/service/hear.ts', text: "import '../engine/asr/asr.ts';" },
  'notify-uses-storage': { file: 'src/host/notify/choose.ts', text: "import '../../models/model.ts';" },
  'host-uses-layers-below': { file: 'src/host/shows.ts', text: "import '../ui/screen.ts';" },
  'host-uses-layers-below-by-type': {
    file: 'src/host/engines.ts',
    text: "import '../engine/asr/asr.ts';",
  },
  'service-worker-keeps-light': {
    file: 'src/realms/service-worker/runs.ts',
    text: "import '../../host/run.ts';",
  },
  'client-speaks-http': { file: 'src/client/engines.ts', text: "import '../engine/asr/asr.ts';" },
  'ui-uses-client': {
    file: 'src/ui/Screen.svelte',
    text: '<script lang="ts">\n  import { store } from \'../storage/store.ts\';\n  const name: string = store();\n</script>\n<p>{name}</p>',
  },
  'embed-serves-a-page': { file: 'src/embed/runs.ts', text: "import '../host/db.ts';" },
  'page-script-stands-alone': { file: 'src/embed/connect.ts', text: "import '../lib/dev.ts';" },
  'cli-uses-manifest': { file: 'src/cli/jobs.ts', text: "import '../host/db.ts';" },
  'cli-uses-manifest-by-type': { file: 'src/cli/page.ts', text: "import '../client/component.ts';" },
  'workers-are-thin': { file: 'workers/b.worker.ts', text: "import '../src/host/db.ts';" },
};

/** What the broken files import, and what follows the rules. */
const SOUND: Record<string, string> = {
  'src/engine/kernels/runtime/memory.ts': 'export const memory = 1;',
  'src/pool/lease.ts': 'export const lease = 1;',
  'src/lib/loop-b.ts': "import './loop-a.ts';",
  'src/contract/wire.ts': "import '../lib/dev.ts';",
  'src/contract/request.ts': "import '../addons/addon-schemas.ts';",
  'src/addons/addon-schemas.ts': 'export const addonSchemas = [];',
  'src/addons/two/schema.ts': "import '../../contract/wire.ts';",
  'src/storage/store.ts': "import 'idb';\nexport const store = () => 'stored';",
  'src/engine/asr/asr.ts': "import '@huggingface/transformers';\nexport interface Asr { name: string }",
  'src/models/model.ts': 'export const model = () => 1;',
  'src/host/run.ts': "import type { Asr } from '../engine/asr/asr.ts';\nexport type Run = Asr;",
  'src/realms/asr/page/spawn.ts':
    "import 'comlink';\nimport type { Asr } from '../../../engine/asr/asr.ts';\nexport type Remote = Asr;",
  'src/addons/two/run.ts': "import '../../lib/dev.ts';",
  'src/ui/screen.ts': "import '../client/component.ts';",
  'src/ui/component.test.ts': "import '../storage/store.ts';",
  'workers/a.worker.ts': "import 'comlink';",
  'tests/fixture.ts': 'export const fixture = 1;',
};

const project = fileURLToPath(new URL('../..', import.meta.url));
let root = '';
let check: ImportCheck;

beforeAll(async () => {
  mkdirSync(join(project, '.cache'), { recursive: true });
  // Below the project, so that its packages are found.
  root = mkdtempSync(join(project, '.cache', 'import-canary-'));
  const broken = Object.values(BROKEN).map(({ file, text }) => [file, text] as const);
  for (const [file, text] of [...broken, ...Object.entries(SOUND)]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  check = await cruiseImports(root);
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the import rules', () => {
  it('have a canary each', () => {
    const rules = configuration.forbidden?.map((rule) => rule.name) ?? [];
    expect(Object.keys(BROKEN).sort()).toEqual(rules.sort());
  });

  it('read every .ts and .svelte file', () => {
    expect(check.modules.filter((module) => !module.includes('nowhere')).sort()).toEqual(
      sourceFiles(root).sort(),
    );
  });

  it.each(Object.keys(BROKEN))('report a break of %s', (rule) => {
    expect(check.violations).toContainEqual(expect.objectContaining({ rule, from: BROKEN[rule]?.file }));
  });

  it('report nothing where they are kept', () => {
    const faulted = new Set(check.violations.map(({ from }) => from));
    const sound = Object.keys(SOUND).filter((file) => file !== 'src/lib/loop-b.ts');
    expect(sound.filter((file) => faulted.has(file))).toEqual([]);
  });
});
