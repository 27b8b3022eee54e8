import { WEBHOOKS } from './deliveries.ts';
import { addFieldNotes } from './field-notes.ts';
import { errorResponses, PATHS } from './operations.ts';
import { schemaComponents } from './schema-components.ts';

const DESCRIPTION = `Turns recorded audio into text, in this browser: requests are answered by the app's service worker,
and nothing is uploaded anywhere. Upload audio or name its address, create a job, and read it until it is done.

HEAD is answered wherever GET is, OPTIONS everywhere; paths are never redirected. Errors have one shape. Fields marked
deprecated go on to be answered within this version; new ones may be added to answers.`;

/** The description of the interface (OpenAPI 3.1), made from the contract. */
export function buildOpenApi() {
  const schemas = schemaComponents();
  addFieldNotes(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot',
      version: '2.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The origin of the app.' }],
    security: [{ serviceKey: [] }],
    tags: [
      { name: 'Audio', description: 'Recordings.' },
      { name: 'Jobs', description: 'Transcriptions.' },
      { name: 'Description', description: 'This document.' },
    ],
    paths: PATHS,
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: {
        serviceKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-service-key',
          description: 'Made and shown in the app.',
        },
      },
      responses: errorResponses(),
      schemas,
    },
  };
}
