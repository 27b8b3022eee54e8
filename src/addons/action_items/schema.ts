import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema, TimeLimit } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

export const timeLimit: TimeLimit = { seconds: 180, secondsPerMinute: 10 };

export const ITEM_KINDS = ['action', 'decision', 'question'] as const;

const actionItem = z.object({
  kind: z.enum(ITEM_KINDS),
  /** As it is said: one sentence, or two where the second one belongs to it. */
  quote: z.string(),
  /** Who is to do it: a name as it is said, or the voice, such as "Speaker 1"; null if nobody is named. */
  who: z.string().nullable(),
  /** Until when, as it is said; null if no time is. */
  until: z.string().nullable(),
  start: z.number(),
  end: z.number(),
});

export type ActionItem = z.infer<typeof actionItem>;

/** Not in the specification: what was agreed, decided and left open. */
export const schema = {
  key: 'action_items',
  stage: 'transcript',
  after: [],
  timeLimit,
  result: { at: 'result', shape: addonEnvelope(z.array(actionItem).nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = {
  stability: 'alpha',
  description: 'Lists action items, decisions and questions that were left open, each with its quote.',
  resultSchemas: { ActionItem: actionItem },
};

export const view: AddonView = {
  label: 'Action items',
  activity: 'Listing action items',
  control: { order: 45, kind: 'switch', group: 'Also', note: 'With decisions and open questions.' },
  result: {
    title: 'Action items',
    kind: 'actions',
    order: 15,
    nothing: 'No action items, decisions or open questions were found.',
  },
  needs: { models: [{ engine: 'text-generation', use: 'action_items' }], otherwise: 'rules' },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    action_items: typeof schema;
  }
}
