import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noModels } from '../../tests/fakes/no-models.ts';
import { spokenUtterance } from '../../tests/fakes/spoken-utterance.ts';
import { hasRealLanguageModel, loadRealLanguageModel } from '../../tests/miniatures/smollm2.ts';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { requestParams } from '../contract/jobs/pre-recorded-request.ts';
import type { Transcription } from '../contract/transcripts/transcription-result.ts';
import type { LoadedTextGenerator } from '../language/text/text-generator.ts';
import type { Took, WrittenText } from '../language/text/text-models.ts';
import type { AddonTools } from './addon.ts';
import { onTranscript as answerPrompts } from './audio_to_llm/run.ts';
import { comparableWords } from './comparable-words.ts';
import { inventedIn } from './invented-in.ts';
import { repeatsPrompt } from './repeats-prompt.ts';
import { onTranscript as extractData } from './structured_data_extraction/run.ts';
import { onTranscript as summarise } from './summarization/run.ts';

const CALL = caseRows<string>(import.meta.url, 'call');
const TALK: Transcription = {
  full_transcript: CALL.join(' '),
  languages: ['en'],
  utterances: CALL.map((text, index) => spokenUtterance(text, { start: index * 6, speaker: index % 2 })),
};
const INSTRUCTIONS = [
  'You summarize transcripts of recordings for people who were not there.',
  'You work on the transcript of a recording.',
  'You extract data from the transcript of a recording.',
].join(' ');

/** With real weights: `tests/miniatures/smollm2.ts` says where they are. Nothing here depends on what such a small model knows. */
describe.skipIf(!hasRealLanguageModel())(
  'add-ons with a real small language model',
  { timeout: 600_000 },
  () => {
    let model: LoadedTextGenerator;
    const written: WrittenText[] = [];
    beforeAll(async () => {
      model = await loadRealLanguageModel(2);
    }, 300_000);
    afterAll(() => model.dispose());

    function tools(more: Partial<AddonTools> = {}) {
      written.length = 0;
      return noModels({
        textGenerator: async () => ({
          modelId: 'smollm2-135m-instruct',
          vocabulary: 'open',
          contextTokens: model.contextTokens,
          countTokens: model.countTokens,
          async generate(...asked) {
            const text = await model.generate(...asked);
            written.push(text);
            return text;
          },
        }),
        ...more,
      });
    }

    it.each(['general', 'bullet_points', 'concise'] as const)(
      'summarises (%s), or leaves it to the rules and says so',
      async (type) => {
        const shown: string[] = [];
        const used = tools({ onOutput: (text) => shown.push(text) });
        const request = requestParams.parse({
          audio_url: null,
          summarization: true,
          summarization_config: { type },
        });
        const text = await summarise(TALK, request, used);
        expect(text.length).toBeGreaterThan(20);
        expect(text.length).toBeLessThan(TALK.full_transcript.length * 2);
        expect(repeatsPrompt(text, INSTRUCTIONS, TALK.full_transcript)).toBe(false);
        expect(inventedIn(text, TALK)).toEqual([]);
        if (used.facts.written_by === 'builtin')
          expect(used.notes).toEqual([expect.stringContaining('instead')]);
        else expect(used.facts).toEqual({ written_by: 'smollm2-135m-instruct' });
        expect(shown.length).toBeGreaterThan(5);
        console.info(
          `${type}, by ${String(used.facts.written_by)} (${String(used.facts.passed_over ?? '')}): ${text}`,
        );
      },
    );

    it('answers prompts, reads their text once, and marks what nobody said', async () => {
      const used = tools();
      const prompts = [
        'Which colour does the customer want?',
        'When will it be delivered?',
        'Who ordered it?',
      ];
      const request = requestParams.parse({
        audio_url: null,
        audio_to_llm: true,
        audio_to_llm_config: { prompts },
      });
      const answers = await answerPrompts(TALK, request, used);
      const read = written.map(({ took }): number => tookOf(took).read);
      expect(read).toHaveLength(3);
      for (const later of read.slice(1)) expect(later).toBeLessThan((read[0] ?? 0) / 4);
      for (const { success, results } of answers) {
        expect(success).toBe(true);
        const [answer = '', marked = ''] = results.response?.split('\n(Not in the transcript: ') ?? [];
        for (const claim of inventedIn(answer, TALK, results.prompt)) expect(marked).toContain(claim);
        console.info(`${results.prompt} ${results.response}`);
      }
    });

    it('extracts only what was said, whatever it writes', async () => {
      const used = tools();
      const classes = ['email', 'price', 'colour'];
      const request = requestParams.parse({
        audio_url: null,
        structured_data_extraction: true,
        structured_data_extraction_config: { classes },
      });
      const data: Record<string, string[] | null> = JSON.parse(
        (await extractData(TALK, request, used)) ?? '{}',
      );
      expect(Object.keys(data)).toEqual(classes);
      const said = ` ${comparableWords(TALK.full_transcript).join(' ')} `;
      for (const value of Object.values(data).flatMap((values) => values ?? []))
        expect(said).toContain(` ${comparableWords(value).join(' ')} `);
      console.info(`by ${String(used.facts.written_by)}: ${JSON.stringify(data)} ${used.notes.join(' ')}`);
    });

    it('keeps what is there when time runs out', async () => {
      const stop = new AbortController();
      const { text, ended } = await model.generate(
        [{ role: 'user', content: `${TALK.full_transcript}\n\nRetell this.` }],
        {
          maximumTokens: 200,
          signal: stop.signal,
          onText: (soFar) => soFar.length > 40 && stop.abort(new DOMException('Time is up.', 'TimeoutError')),
        },
      );
      expect(ended).toBe('time');
      expect(text.length).toBeGreaterThan(30);
    });
  },
);

function tookOf(took: Took | undefined): Took {
  if (!took) throw new Error('Nothing was counted.');
  return took;
}
