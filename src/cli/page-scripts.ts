import type { Plugin } from 'vite';

/** Scripts that other pages load, by their permanent names, with their sources. */
const SCRIPTS = {
  earshot: 'src/earshot.ts',
  embed: 'src/embed/connect.ts',
} as const;

const isScript = (name: string): name is keyof typeof SCRIPTS => Object.hasOwn(SCRIPTS, name);

/** Builds `/earshot.js` and `/embed.js` beside the pages: modules with exports and types, at URLs without a hash. */
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
      // The compiler is large and used only here.
      const { scriptTypes } = await import('./script-types.ts');
      const names = Object.keys(SCRIPTS).filter(isScript);
      const texts = scriptTypes(names.map((name) => SCRIPTS[name]));
      for (const [index, name] of names.entries()) {
        this.emitFile({ type: 'asset', fileName: `${name}.d.ts`, source: texts[index] ?? '' });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        const name = /^\/(\w+)\.js(?:$|\?)/.exec(request.url ?? '')?.[1] ?? '';
        if (isScript(name)) request.url = `/${SCRIPTS[name]}`;
        next();
      });
    },
  };
}
