import { expect, it } from 'vitest';
import { askAbout } from '../../../src/host/ask-about.ts';
import { browserModelsOf } from '../../../src/models/browser/browser-models.ts';
import { fakeBrowserAi } from '../../fakes/browser-ai.ts';
import { spokenUtterance } from '../../fakes/spoken-utterance.ts';

const SAID = [spokenUtterance('The budget is ready by Monday.')];
const browserWith = (offers: Record<string, 'available'>) =>
  browserModelsOf(fakeBrowserAi({ offers, answer: () => 'By Monday.' }).ai);

it('answers from what was said, and says by what', async () => {
  const { audio_to_llm } = await askAbout(
    'When is the budget ready?',
    SAID,
    undefined,
    browserWith({ en: 'available' }),
  );
  expect(audio_to_llm).toMatchObject({
    success: true,
    made_by: 'browser',
    results: [{ results: { prompt: 'When is the budget ready?', response: 'By Monday.' } }],
  });
});

it('says what to install', async () => {
  await expect(askAbout('When?', SAID, undefined, browserWith({}))).rejects.toMatchObject({
    code: 'model_missing',
  });
});
