import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import manifest from './package.json' with { type: 'json' };
import { agentDocsPlugin } from './src/cli/build/agent-docs.ts';
import { apiDescriptionPlugin } from './src/cli/build/api-description-plugin.ts';
import { bergamotGlue } from './src/cli/build/bergamot-glue.ts';
import { contentPolicy } from './src/cli/build/content-policy-plugin.ts';
import { cueFiles } from './src/cli/build/cue-files.ts';
import { addonOf, PAGE_FILES, shortName, WORKER_FILES } from './src/cli/build/file-groups.ts';
import { importFiles } from './src/cli/build/import-data.ts';
import { packedBinaries } from './src/cli/build/packed-binaries.ts';
import { packedData } from './src/cli/build/packed-data.ts';
import { gatherLater } from './src/cli/build/shell-first.ts';
import { sourceMapsBeside } from './src/cli/build/source-maps-beside.ts';
import { thirdPartyNotices } from './src/cli/build/third-party-notices.ts';
import { withoutDescriptions } from './src/cli/build/without-descriptions.ts';
import { withoutExtras } from './src/cli/build/without-extras.ts';
import { withoutPool } from './src/cli/build/without-pool.ts';
import { workerParts } from './src/cli/build/worker-parts.ts';
import { integrityListOf } from './src/cli/build/write-integrity-list.ts';
import { interfaceTexts } from './src/cli/interface-texts.ts';
import { serveModels } from './src/cli/model-files/serve-models.ts';
import { ISOLATION_HEADERS } from './src/cli/server/isolation-headers.ts';
import { DEV_PORT } from './src/cli/server/ports.ts';
import { pageScripts } from './src/cli/through-page/page-scripts.ts';
import { AUDIO_EXTENSIONS, VIDEO_EXTENSIONS } from './src/lib/files/file-extensions.ts';

const notices = thirdPartyNotices();

export default defineConfig({
  // The app may lie below a path: files name each other from where they lie (src/lib/addresses/app-base.ts).
  base: './',
  // A missing model file must be a 404, not the app's HTML.
  appType: 'mpa',
  resolve: {
    // workbox-expiration brings an older one for the service worker, with the same functions.
    dedupe: ['idb'],
    // The script that starts the runtime lies beside its binary (src/models/device/configure-onnx.ts), not in its scripts as well.
    conditions: [...defaultClientConditions, 'onnxruntime-web-use-extern-wasm'],
  },
  plugins: [
    withoutExtras(),
    withoutPool(),
    packedBinaries(),
    packedData(),
    cueFiles(),
    withoutDescriptions(),
    importFiles(),
    interfaceTexts(),
    svelte(),
    apiDescriptionPlugin(),
    agentDocsPlugin(),
    contentPolicy(),
    pageScripts(),
    serveModels({ directory: process.env.MODELS_DIR }),
    notices.forPages(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers',
      filename: 'service-worker.ts',
      // The system keeps its own copies of them.
      includeManifestIcons: false,
      // src/main.ts registers the worker itself: it must control the page before the first request.
      injectRegister: false,
      manifest: {
        name: 'Earshot',
        short_name: 'Earshot',
        description: 'Speech to text that stays on this device.',
        display: 'standalone',
        start_url: './',
        categories: ['productivity', 'utilities'],
        launch_handler: { client_mode: 'focus-existing' },
        // Taken by `npm run tour`.
        screenshots: [
          {
            src: 'screenshots/wide.png',
            sizes: '1280x800',
            type: 'image/png',
            form_factor: 'wide',
            label: 'A transcript with its summary',
          },
          {
            src: 'screenshots/narrow.png',
            sizes: '412x892',
            type: 'image/png',
            form_factor: 'narrow',
            label: 'A transcript on a phone',
          },
        ],
        shortcuts: [
          { name: 'Record', url: './?do=record', icons: [{ src: 'icon-192.png', sizes: '192x192' }] },
          { name: 'Recordings', url: './', icons: [{ src: 'icon-192.png', sizes: '192x192' }] },
        ],
        share_target: {
          action: 'share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: { files: [{ name: 'recordings', accept: ['audio/*', 'video/*'] }] },
        },
        file_handlers: [
          {
            action: './',
            accept: {
              'audio/*': AUDIO_EXTENSIONS.map((name) => `.${name}`),
              'video/*': VIDEO_EXTENSIONS.map((name) => `.${name}`),
            },
          },
        ],
        theme_color: '#10201c',
        background_color: '#10201c',
        icons: [
          { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      injectManifest: {
        buildPlugins: {
          vite: [
            withoutExtras(),
            // The service worker is a classic script.
            { name: 'own-address', config: () => ({ define: { 'import.meta.url': 'self.location.href' } }) },
            workerParts([withoutExtras(), notices.forWorkers()]),
            ...notices.forServiceWorker(),
          ],
        },
        // The ONNX runtime is 14 to 27 MB: it is cached at run time, when a job first needs it.
        // Drafts ask the table of languages which one they have before them.
        globPatterns: ['**/*.{js,mjs,css,html,svg,webmanifest}', 'assets/extrasmall*.packed'],
        // The same applies to the API console, decoders that most browsers do not need, the romanisation tables,
        // English words and grammar, and rated words.
        globIgnores: [
          'models/**',
          // For pages of an operator's own, which nothing keeps either.
          '{openai,earshot-speech}.js',
          'assets/install-speech-*',
          'assets/{serve-realtime,openai-results}-*',
          // For the gateway and its agents, which have a network.
          'assets/{gateway-page,agent-library,agent-tools,offer-tools}-*',
          // Only where a pool is set up, which needs a network anyway.
          'pool/**',
          'assets/PoolDialog-*',
          'demo/**',
          'assets/{swagger-console,ApiReference}-*',
          'assets/mediabunny-ac3-*',
          'assets/{mpeg,flac,opus,vorbis}-decoder-*',
          'assets/{WASMAudioDecoderCommon,codec-parser}-*',
          // They start a runtime, and are cached with it.
          'assets/ort-wasm-*',
          'assets/{ort.webgpu.min,open-gpu-texts,marian-model,bergamot-binary}-*',
          'assets/any-ascii-*',
          // Phrases of traditional Chinese, which the settings ask for.
          'assets/write-traditional-*',
          // Exports and an import that need a library of their own.
          'assets/{read-invitation,write-pdf,jspdf,cut-sound,cut-video,mask-sound,absent-picture-maker}*',
          // Names and personal data are found with these lists, and cannot be before they were fetched once.
          'assets/{english-names,everyday-words,find-entities,find-names,find-people,name-parts,same-person}-*',
          'assets/talk-sentences-*',
          'assets/{name-lists,english-words,word-names}-*',
          'assets/{pii_redaction,named_entity_recognition,name_consistency,structured_data_extraction}-*',
          'assets/{sentiment_analysis,AFINN}-*',
          // The same lists, for the first question to the library.
          'assets/answer-search-*',
          // Nobody reads the interface in more than one language.
          'assets/texts-{de,es,fr,it}-*',
          // The browser stores the service worker's own scripts.
          'assets/service-part-*',
          // Needed only in frames whose browser denies them storage, where there is no worker to cache it.
          'assets/router-*',
          'assets/memory-database-*',
        ],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [(files) => ({ manifest: gatherLater(files, 'dist'), warnings: [] })],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    sourceMapsBeside('dist-maps'),
    integrityListOf(manifest.version),
  ],
  optimizeDeps: {
    // Discovered late, in a worker or behind an import(), each of these would reload the page in the middle of a job.
    include: [
      '@bufbuild/protobuf/wire',
      '@huggingface/transformers',
      '@mediabunny/ac3',
      '@tanstack/virtual-core',
      '@zip.js/zip.js/lib/zip-core.js',
      'any-ascii',
      'comlink',
      'compromise/two',
      'content-disposition',
      'content-type',
      'eld',
      'fflate',
      'fft.js',
      'hash-wasm',
      'hono/cors',
      'hono/tiny',
      'idb',
      'jspdf',
      'libphonenumber-js/min',
      'lru-cache',
      'mediabunny',
      'minisearch',
      'ml-hclust',
      'onnxruntime-web/wasm',
      'onnxruntime-web/webgpu',
      'range-parser',
      'stopword',
      'string-width',
      'swagger-ui-dist/swagger-ui-es-bundle.js',
      'tinykeys',
      'workbox-cacheable-response',
      'workbox-core',
      'workbox-expiration',
      'workbox-precaching',
      'workbox-strategies',
      'workbox-window',
      'zod',
    ],
    // Icons are imported one by one: bundled in advance, each new one would do the same.
    exclude: ['@lucide/svelte', '@wuchale/svelte'],
  },
  worker: {
    format: 'es',
    plugins: () => [
      withoutExtras(),
      withoutDescriptions(),
      bergamotGlue(),
      packedBinaries(),
      packedData(),
      notices.forWorkers(),
    ],
    rollupOptions: {
      output: {
        // Names are most of what the service worker's script knows of its files: seven characters tell them apart, too.
        // A folder of its own, for which hosts can send another content policy (src/lib/content-policy.ts).
        entryFileNames: ({ name }) => `${name === 'pool.worker' ? 'pool' : 'assets'}/[name]-[hash:7].js`,
        codeSplitting: WORKER_FILES,
        chunkFileNames: ({ moduleIds }) =>
          `${moduleIds.some((id) => id.includes('/src/realms/pool/')) ? 'pool' : 'assets'}/${addonOf(moduleIds) ?? '[name]'}-[hash:7].js`,
      },
    },
  },
  build: {
    target: 'es2023',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    // All scripts of the page are in its HTML, which a browser without preloads loads as well.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: PAGE_FILES,
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name)}-[hash][extname]`,
      },
    },
  },
  server: {
    headers: { ...ISOLATION_HEADERS },
    port: DEV_PORT,
    strictPort: true,
    cors: false,
    // Copies of the project that tests make there would reload the page.
    watch: { ignored: ['**/.cache/**'] },
  },
});
