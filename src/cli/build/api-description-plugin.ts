import type { Plugin } from 'vite';
import { importThroughVite } from './import-through-vite.ts';

const NAME = 'virtual:api-description';
const SOURCE = 'src/contract/openapi/build-openapi.ts';

/** Builds the API description with the app and offers its JSON as a module. */
export function apiDescriptionPlugin(): Plugin {
  return {
    name: 'earshot-api-description',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const { buildOpenApi } =
        await importThroughVite<typeof import('../../contract/openapi/build-openapi.ts')>(SOURCE);
      return `export default ${JSON.stringify(JSON.stringify(buildOpenApi()))}`;
    },
  };
}
