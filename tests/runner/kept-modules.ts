import type { Plugin } from 'vitest/config';

/**
 * Lets the browser keep the modules that it loaded, for the next test file. Otherwise each file asks the server about each of its
 * five hundred modules whether it changed. In a single run none does.
 */
export function keptModules(): Plugin {
  let isWatching = true;
  return {
    name: 'earshot-kept-modules',
    // Vitest forbids it for packages, in a middleware that comes after this one.
    enforce: 'pre',
    configureVitest: ({ vitest }) => {
      isWatching = vitest.config.watch;
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((_, response, next) => {
        const setHeader = response.setHeader.bind(response);
        response.setHeader = (name, value) =>
          setHeader(
            name,
            name === 'Cache-Control' && value === 'no-cache' && !isWatching ? 'max-age=3600' : value,
          );
        next();
      });
    },
  };
}
