import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { PROJECT_ROOT } from '../project-root.ts';

/** Scripts that other pages load, by their permanent names, with their sources. */
const SCRIPTS = {
  earshot: 'src/earshot.ts',
  embed: 'src/embed/connect.ts',
  openai: 'src/openai.ts',
} as const;

/** Classic scripts, which run before everything behind them on the page: a module would wait for the whole page. */
const CLASSIC = ['earshot-guard', 'earshot-speech'];

const isScript = (name: string): name is keyof typeof SCRIPTS => Object.hasOwn(SCRIPTS, name);

/** Builds `/earshot.js` and `/embed.js`, with exports and types and without a hash, and the classic scripts. */
export function pageScripts(): Plugin {
  return {
    name: 'earshot-page-scripts',
    config: () => ({
      build: {
        rolldownOptions: {
          input: { index: 'index.html', frame: 'embed.html', ...SCRIPTS },
          // Vite would drop the exports of entries, because pages have none.
          preserveEntrySignatures: 'exports-only',
          output: {
            entryFileNames: ({ name }) => (isScript(name) ? '[name].js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    }),
    async generateBundle() {
      for (const name of CLASSIC)
        this.emitFile({
          type: 'asset',
          fileName: `${name}.js`,
          source: await bundleClassic(name, 'production'),
        });
      // The compiler is large and used only here.
      const { scriptTypes } = await import('../script-types.ts');
      const names = Object.keys(SCRIPTS).filter(isScript);
      const texts = scriptTypes(names.map((name) => SCRIPTS[name]));
      for (const [index, name] of names.entries()) {
        this.emitFile({ type: 'asset', fileName: `${name}.d.ts`, source: texts[index] ?? '' });
      }
    },
    configureServer(server) {
      for (const name of CLASSIC)
        server.middlewares.use(`/${name}.js`, (_, response, next) => {
          bundleClassic(name, 'development').then((script) => {
            response.setHeader('Content-Type', 'text/javascript');
            response.end(script);
          }, next);
        });
      server.middlewares.use((request, _, next) => {
        const name = /^\/(\w+)\.js(?:$|\?)/.exec(request.url ?? '')?.[1] ?? '';
        if (isScript(name)) request.url = `/${SCRIPTS[name]}`;
        next();
      });
    },
  };
}

async function bundleClassic(name: string, mode: 'development' | 'production'): Promise<string> {
  const result = await build({
    root: PROJECT_ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'import.meta.env.DEV': String(mode === 'development') },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: join(PROJECT_ROOT, `src/${name}.ts`), output: { format: 'iife' } },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [script] = outputs.filter((one) => one.type === 'chunk');
  if (!script) throw new Error(`src/${name}.ts was built into nothing.`);
  // A page need not say how its classic scripts are encoded.
  return script.code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
