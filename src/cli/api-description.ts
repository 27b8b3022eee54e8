import type { Plugin } from 'vite';
import { buildOpenApi } from '../contract/openapi/build-openapi.ts';

const NAME = 'virtual:api-description';

/** Builds the API description with the app and offers its JSON as a module. */
export function apiDescription(): Plugin {
  return {
    name: 'earshot-api-description',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) =>
      id === `\0${NAME}` ? `export default ${JSON.stringify(JSON.stringify(buildOpenApi()))}` : null,
  };
}
