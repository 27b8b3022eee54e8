import { WEBHOOKS } from './deliveries.ts';
import { addFieldNotes } from './field-notes.ts';
import { errorResponses } from './operation-parts.ts';
import { PATHS } from './operations.ts';
import { schemaComponents } from './schema-components.ts';

const DESCRIPTION = `Transcribes recorded and live audio in this browser: the app's service worker answers all requests, and nothing is
uploaded. Upload audio or give its URL, create a job and poll it until it is done. Or open a live session and send the sound as it is made.

HEAD works wherever GET does, and OPTIONS works everywhere; paths are never redirected. All errors have the same shape.
Fields marked deprecated stay supported within this version; responses may gain new fields.`;

/** The OpenAPI 3.1 description of the API, derived from the contract. */
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
    servers: [{ url: '/', description: "The app's origin." }],
    security: [{ serviceKey: [] }],
    tags: [
      { name: 'Audio', description: 'Recordings.' },
      { name: 'Jobs', description: 'Transcriptions.' },
      { name: 'Live', description: 'Recordings that are transcribed while they are made.' },
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
          description: 'Created and shown in the app.',
        },
      },
      responses: errorResponses(),
      schemas,
    },
  };
}
