import * as examples from './examples.ts';
import type { JsonSchema } from './schema-components.ts';

const headers = [
  {
    name: 'x-earshot-delivery',
    in: 'header',
    required: true,
    description: 'Id of the delivery, the same for every attempt.',
    schema: { type: 'string' },
  },
  {
    name: 'x-earshot-signature',
    in: 'header',
    required: false,
    description: 'If a secret is set: `sha256=` followed by the hexadecimal HMAC-SHA256 of the exact body.',
    schema: { type: 'string' },
  },
];

const responses = {
  '2XX': { description: 'Delivered, if the response arrives within 10 seconds.' },
  410: { description: 'The delivery is abandoned.' },
  default: { description: 'Retried at growing intervals for a day.' },
};

const delivery = (summary: string, schema: string, values: Record<string, unknown>): JsonSchema => ({
  summary,
  // The receiver has its own authentication; the service's key is never sent.
  security: [],
  parameters: headers,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
      },
    },
  },
  responses,
});

const callback = (summary: string) => delivery(summary, 'CallbackBody', examples.callbacks);

/** Requests the service sends to the URLs in a job's parameters (specification §6). */
export const CALLBACKS = {
  callback: {
    '{$request.body#/callback_config/url}': {
      post: callback('The job has ended; `callback_config.method` is POST'),
      put: callback('The job has ended; `callback_config.method` is PUT'),
    },
  },
  callbackUrl: {
    '{$request.body#/callback_url}': {
      post: { ...callback('The job has ended; sent to the deprecated `callback_url`'), deprecated: true },
    },
  },
};

/** Requests the service sends to the URL in a live session's parameters. */
export const LIVE_CALLBACKS = {
  callback: {
    '{$request.body#/callback_config/url}': {
      post: delivery('A message of the session', 'LiveCallbackBody', examples.liveCallbacks),
    },
  },
};

/** Requests the service sends to the webhooks in the app's settings. */
export const WEBHOOKS = {
  transcription: { post: delivery('An event of any job', 'WebhookBody', examples.webhooks) },
  live: { post: delivery('An event of any live session', 'LiveWebhookBody', examples.liveWebhooks) },
};
