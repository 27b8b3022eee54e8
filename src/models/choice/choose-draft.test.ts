import { describe, expect, it } from 'vitest';
import { bundled } from '../../../tests/fakes/bundled-models.ts';
import { inEnglishOf } from '../../../tests/fakes/in-english-of.ts';
import { orDraft } from './choose-draft.ts';
import { type ChoiceInput, chooseFrom } from './choose-model.ts';

const DRAFTER = 'zipformer-gigaspeech-3.3m';

function choose(input: ChoiceInput, languages: string[], codeSwitching = false) {
  const choice = chooseFrom(input, 'stt-1', { languages }, {});
  return orDraft(choice, input, { languages, codeSwitching });
}

describe('the small English model', () => {
  it('writes a draft where no other is installed, and names the better one', () => {
    for (const languages of [[], ['en']]) {
      const choice = choose(bundled(DRAFTER), languages);
      expect(inEnglishOf(choice)).toMatchObject({
        installed: true,
        model: { id: DRAFTER },
        draft: { modelId: 'whisper-base', bytes: 79_641_437 },
        note: expect.stringContaining('some words may be wrong'),
      });
    }
  });

  it('leaves other languages to the model that is offered', () => {
    expect(choose(bundled(DRAFTER), ['de'])).toMatchObject({ installed: false });
    expect(choose(bundled(DRAFTER), ['en', 'de'])).toMatchObject({ installed: false });
    expect(choose(bundled(DRAFTER), [], true)).toMatchObject({ installed: false });
  });

  it('does not serve where another is installed, or where it is missing', () => {
    expect(choose(bundled(DRAFTER, 'whisper-tiny'), ['en'])).toMatchObject({ model: { id: 'whisper-tiny' } });
    expect(choose(bundled(), ['en'])).toMatchObject({ installed: false });
  });

  it('serves no request that does not allow drafts', () => {
    for (const name of ['stt-1', 'stt-3', 'stt-fusion'] as const) {
      const choice = chooseFrom(bundled(DRAFTER), name, { languages: ['en'] }, {});
      expect(choice).toMatchObject({ installed: false });
    }
  });
});
