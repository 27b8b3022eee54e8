import { z } from '../../src/lib/zod.ts';

const source = z.string().min(1);
const margins = z.object({
  value: z.object({ top: z.number(), bottom: z.number(), side: z.number() }),
  source,
});
const seconds = z.number().min(0).max(30);
const ofSome = {
  source,
  language: z.string().length(2).optional(),
  audience: z.enum(['adults', 'children']).optional(),
};
const guideRule = z.discriminatedUnion('rule', [
  z.strictObject({
    rule: z.enum(['columns', 'rows', 'speed', 'wordsPerMinute', 'numbers']),
    value: z.number().positive(),
    ...ofSome,
  }),
  z.strictObject({ rule: z.enum(['minimum', 'maximum', 'gap', 'chain', 'shot']), value: seconds, ...ofSome }),
  z.strictObject({
    rule: z.literal('speakers'),
    value: z.enum(['dash', 'colour', 'name', 'arrows']),
    ...ofSome,
  }),
  z.strictObject({ rule: z.literal('sounds'), value: z.enum(['[]', 'capitals']), ...ofSome }),
  z.strictObject({ rule: z.literal('off-screen'), value: z.literal('italics'), ...ofSome }),
]);

const colour = z.object({ name: z.string(), hex: z.string().regex(/^#[\da-f]{6}$/) });
const words = z.record(z.string().length(2), z.array(z.string().min(1)));

/** Pairs of rules of which the first may not be above the second. */
const ORDERED = [
  ['minimum', 'maximum'],
  ['gap', 'chain'],
] as const;

/** The table of guides: every value names its public source, and no guide contradicts itself. */
export const captionGuides = z
  .strictObject({
    sources: z.record(z.string(), z.url()),
    colours: z.object({ value: z.array(colour).min(2), source }),
    margins: z.object({ wide: margins, tall: margins }),
    guides: z.array(z.strictObject({ id: z.string(), name: z.string(), rules: z.array(guideRule).min(1) })),
    marks: z.record(z.enum(['dash', 'arrows']), z.string().min(1)),
    numbers: words,
    weak: words,
  })
  .superRefine(({ sources, guides, colours, margins: { wide, tall } }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const named = [colours, wide, tall, ...guides.flatMap(({ rules }) => rules)];
    for (const { source: name } of named) if (!(name in sources)) refuse(`${name} is no source`);
    for (const { id, rules } of guides) {
      const asked = (wanted: string) =>
        rules.find(({ rule, language, audience }) => rule === wanted && !language && !audience)?.value;
      for (const [low, high] of ORDERED) {
        const [least, most] = [asked(low), asked(high)];
        if (typeof least === 'number' && typeof most === 'number' && least > most)
          refuse(`${id}: ${low} ${least} is above ${high} ${most}`);
      }
      const keys = rules.map(({ rule, language, audience }) => [rule, language, audience].join('/'));
      for (const key of keys.filter((one, at) => keys.indexOf(one) < at)) refuse(`${id}: ${key} is repeated`);
    }
  });
