import { describe, expect, it } from 'vitest';
import { minutesAccuracy } from '../../../tests/accuracy/minutes-accuracy.ts';
import { noModels } from '../../../tests/fakes/no-models.ts';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { scriptedGenerator } from '../../../tests/miniatures/miniature-generator.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import { onTranscript } from './run.ts';

const REQUEST = requestParams.parse({ audio_url: null, action_items: true });

/** @param said what two speakers say in turn */
async function itemsOf(said: string[], answer?: string, language: TranscriptionLanguageCode = 'en') {
  const utterances = said.map((text, index) =>
    spokenUtterance(text, { start: index * 10, speaker: index % 2, language }),
  );
  const generator = scriptedGenerator(() => answer ?? '');
  const tools = noModels(answer === undefined ? {} : { textGenerator: async () => generator });
  const transcription = { full_transcript: said.join(' '), languages: [language], utterances };
  const items = await onTranscript(transcription, REQUEST, tools);
  return { items, tools, generator };
}

describe('action_items by rules', () => {
  it('finds what the labels of invented meetings say, sealed ones too', async () => {
    const { figures } = await minutesAccuracy();
    const bounded = figures.filter(({ atLeast }) => atLeast !== undefined);
    expect(bounded).toHaveLength(4);
    for (const { name, value, atLeast = 0 } of bounded) expect(value, name).toBeGreaterThanOrEqual(atLeast);
  }, 60_000);

  it('joins a request and its answer, with whom and until when', async () => {
    const { items } = await itemsOf(['Ada, could you send me the plan?', "Sure, I'll do that by Friday."]);
    expect(items).toEqual([
      {
        kind: 'action',
        quote: "Ada, could you send me the plan? Sure, I'll do that by Friday.",
        who: 'Ada',
        until: 'by Friday',
        start: 0,
        end: expect.any(Number),
      },
    ]);
    expect(items[0]?.end).toBeGreaterThan(10);
  });

  it.each([
    ['a refusal', ['Could you paint the fence tomorrow?', 'No, I am afraid I have no time.']],
    ['an answered question', ['How much is the oak?', 'About four hundred.']],
    ['a courtesy', ['Can you see me?', 'Yes, thanks.']],
  ])('takes %s for nothing', async (_, said) => {
    expect((await itemsOf(said)).items).toEqual([]);
  });

  it('is refused in a language that the rules do not know, with what to install', async () => {
    await expect(itemsOf(['Я позвоню завтра.'], undefined, 'ru')).rejects.toMatchObject({
      code: 'model_missing',
    });
  });

  it('has nothing to say of silence', async () => {
    expect((await itemsOf([])).items).toEqual([]);
  });
});

describe('action_items by a language model', () => {
  const said = ['The roof leaks again.', 'Karim takes care of it on Monday.', 'I will call him.'];

  it('adds lines whose sentence was said, and leaves out what nobody said', async () => {
    const { items, tools } = await itemsOf(
      said,
      [
        '- action | Karim | on Monday | Karim takes care of it on Monday.',
        'question | - | - | The roof leaks again.',
        'action | Ben | tomorrow | Ben paints the door tomorrow.',
        'action | Zoe | - | I will call him.',
        'a remark',
      ].join('\n'),
    );
    expect(items.map(({ kind, who, until, quote }) => [kind, who, until, quote])).toEqual([
      ['question', null, null, 'The roof leaks again.'],
      ['action', 'Karim', 'on Monday', 'Karim takes care of it on Monday.'],
      ['action', 'Speaker 1', null, 'I will call him.'],
    ]);
    expect(tools.facts).toMatchObject({ written_by: 'scripted' });
  });

  it('leaves it to the rules where it fails, and says so', async () => {
    const utterances = said.map((text, index) =>
      spokenUtterance(text, { start: index * 10, speaker: index % 2 }),
    );
    const generator = scriptedGenerator(() => {
      throw new Error('lost');
    });
    const tools = noModels({ textGenerator: async () => generator });
    const items = await onTranscript({ full_transcript: '', languages: ['en'], utterances }, REQUEST, tools);
    expect(items.map(({ quote }) => quote)).toContain('I will call him.');
    expect(tools.notes.join()).toContain('rules alone');
  });
});
