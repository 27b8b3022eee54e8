import { entityLabel } from '../../../contract/transcripts/entity-labels.ts';
import type { TranscriptionResult } from '../../../contract/transcripts/transcription-result.ts';
import { z } from '../../../lib/zod.ts';
import { shownMessage } from '../../texts/shown-message.ts';
import { inSentence, translate } from '../../texts/texts.ts';
import { FEELINGS } from './sentiment-labels.ts';

type Entities = NonNullable<TranscriptionResult['named_entity_recognition']>['results'];
type NamedEntity = NonNullable<Entities>[number];

/** Entities of one type, each text once. */
export interface EntityGroup {
  /** "PHONE_NUMBER" */
  type: string;
  /** "Phone number", in the language of the interface. */
  label: string;
  items: { text: string; times: number[] }[];
}

/** Entities by type, in order of appearance; times in seconds. */
export function groupEntities(entities: readonly NamedEntity[]): EntityGroup[] {
  const groups = new Map<string, Map<string, number[]>>();
  for (const { entity_type, text, start } of entities) {
    const items = groups.get(entity_type) ?? new Map<string, number[]>();
    groups.set(entity_type, items);
    const times = items.get(text) ?? [];
    items.set(text, times);
    times.push(start);
  }
  return [...groups].map(([type, items]) => ({
    type,
    label: shownMessage(entityLabel(type)),
    items: [...items].map(([text, times]) => ({ text, times })),
  }));
}

const SENTIMENTS = ['positive', 'negative', 'mixed', 'neutral', 'unknown'] as const;

const sentences = z.array(
  z.object({
    text: z.string(),
    sentiment: z.enum(SENTIMENTS),
    emotion: z.string(),
    start: z.number(),
    end: z.number(),
  }),
);

export type JudgedSentence = z.infer<typeof sentences>[number];

/** The sentences of a result's JSON string; empty if it has another shape. */
export function readSentiments(json: string): JudgedSentence[] {
  try {
    return sentences.parse(JSON.parse(json));
  } catch {
    return [];
  }
}

/** "Joy" in the language of the interface. */
export const feelingLabel = (feeling: string): string => translate(FEELINGS[feeling] ?? feeling);

/** "Positive, joy" in the language of the interface. */
export const sentimentLabel = ({ sentiment, emotion }: Pick<JudgedSentence, 'sentiment' | 'emotion'>) =>
  emotion === 'unknown'
    ? feelingLabel(sentiment)
    : `${feelingLabel(sentiment)}, ${inSentence(feelingLabel(emotion))}`;

/** Number of sentences per sentiment, without those that do not occur. */
export const countSentiments = (judged: readonly JudgedSentence[]) =>
  SENTIMENTS.map((sentiment) => ({
    sentiment,
    count: judged.filter((one) => one.sentiment === sentiment).length,
  })).filter(({ count }) => count > 0);

const KINDS = { action: 'To do', decision: 'Decided', question: 'Open questions' } as const;

const actions = z
  .array(
    z.object({
      kind: z.enum(['action', 'decision', 'question']),
      quote: z.string(),
      who: z.string().nullable(),
      until: z.string().nullable(),
      start: z.number(),
    }),
  )
  .nullable();

/** What is to be done, was decided and was left open, each kind that there is; `about` is who and until when: "Ada · Friday". */
export const groupActions = (results: unknown) =>
  (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const items = (actions.parse(results) ?? [])
      .filter((one) => one.kind === kind)
      .map(({ quote, start, who, until }) => ({
        ...{ quote, start },
        about: [who, until].filter((one) => one !== null).join(' · '),
      }));
    return items.length > 0 ? [{ kind, title: translate(KINDS[kind]), items }] : [];
  });
