import { describe, expect, it } from 'vitest';
import { bundled } from '../../../tests/fakes/bundled-models.ts';
import { inEnglishOf } from '../../../tests/fakes/in-english-of.ts';
import { ANY_OWN } from '../../contract/jobs/own-model-id.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import { chooseAutomatically } from './choose-automatically.ts';

const RECORDING = {};

function choose(models: string[], languages: string[], codeSwitching = false) {
  const choice = chooseAutomatically(bundled(...models), { languages, codeSwitching }, RECORDING);
  return choice.installed
    ? [choice.model.id, choice.note && inEnglish(choice.note)]
    : ['waits', choice.offer.modelId];
}
const PARAKEET = 'parakeet-tdt-0.6b-v3';

describe('the automatic choice', () => {
  it('takes the better engine for the languages asked for', () => {
    expect(choose(['whisper-base', PARAKEET], ['fr'])).toEqual([PARAKEET, undefined]);
    expect(choose(['whisper-base', 'parakeet-ultra'], ['pl'])).toEqual(['parakeet-ultra', undefined]);
    expect(choose(['whisper-base', PARAKEET], ['fr', 'ja'])).toEqual(['whisper-base', undefined]);
    expect(choose(['whisper-base', PARAKEET], [])).toEqual(['whisper-base', undefined]);
    expect(choose(['whisper-base', PARAKEET], ['fr', 'de'], true)).toEqual(['whisper-base', undefined]);
    expect(choose(['whisper-base', 'zipformer-en-20m'], ['en'])).toEqual(['whisper-base', undefined]);
  });

  it('takes a fixture of the tests only where no other model serves', () => {
    const folder = bundled('mini-whisper', 'zipformer-gigaspeech-3.3m');
    const given = folder.installations.map((one) => ({ ...one, given: one.available.size > 0 }));
    const chosen = (languages: string[]) =>
      chooseAutomatically({ ...folder, installations: given }, { languages }, RECORDING);
    expect(chosen([])).toMatchObject({ model: { id: 'zipformer-gigaspeech-3.3m' } });
    expect(chosen(['en'])).toMatchObject({ model: { id: 'zipformer-gigaspeech-3.3m' } });
    expect(chosen(['de'])).toMatchObject({ model: { id: 'mini-whisper' } });
  });

  it('takes the user’s own where the settings prefer it', () => {
    const given = bundled(PARAKEET, 'whisper-base');
    const installations = given.installations.map((one) =>
      one.model.id === 'whisper-base' && one.model.engine === 'whisper'
        ? { ...one, model: { ...one.model, id: 'mine', own: true as const } }
        : one,
    );
    const chosen = chooseAutomatically(
      { ...given, installations, preferred: { 'stt-1': ANY_OWN } },
      { languages: ['fr'] },
      RECORDING,
    );
    expect(chosen).toMatchObject({ model: { id: 'mine' } });
  });

  it('leaves to the other engine what a transducer would have to refuse', () => {
    for (const few of [PARAKEET, 'zipformer-en-20m', 'zipformer-gigaspeech-3.3m']) {
      expect(choose(['whisper-base', few], [])).toEqual(['whisper-base', undefined]);
      expect(choose(['whisper-base', few], ['en', 'ja'])).toEqual(['whisper-base', undefined]);
      expect(choose(['whisper-base', few], ['ja'])).toEqual(['whisper-base', undefined]);
    }
    const preferred = { ...bundled('whisper-base', PARAKEET), preferred: { 'stt-3': PARAKEET } };
    expect(chooseAutomatically(preferred, { languages: [] }, RECORDING)).toMatchObject({
      model: { id: 'whisper-base' },
    });
  });

  it('runs the only usable model, and says what another would do better', () => {
    expect(choose([PARAKEET], [])).toEqual([
      PARAKEET,
      'Parakeet TDT 0.6B v3 ran, the only installed model. It knows English, French, German, Spanish, and Italian. Whisper base would recognise 99 languages.',
    ]);
    expect(choose(['zipformer-en-20m'], ['en'])[1]).toMatch(
      /would add punctuation and make fewer mistakes\.$/,
    );
    expect(choose(['whisper-base'], ['it'])).toEqual([
      'whisper-base',
      'Whisper base ran. Parakeet Ultra would make fewer mistakes in Italian.',
    ]);
    expect(choose(['whisper-base'], ['pl'])[1]).toMatch(
      /Parakeet Ultra would make fewer mistakes in Polish\.$/,
    );
    expect(choose(['whisper-base'], ['ja'])).toEqual(['whisper-base', undefined]);
  });

  it('waits only where no installed model knows the languages', () => {
    expect(choose([PARAKEET], ['ja'])).toEqual(['waits', 'whisper-base']);
    expect(choose([], ['en'])).toEqual(['waits', 'whisper-base']);
    expect(
      inEnglishOf(chooseAutomatically(bundled(PARAKEET), { languages: ['ja'] }, RECORDING)),
    ).toMatchObject({
      reason: 'No installed speech model knows Japanese. Download Whisper base (80 MB).',
    });
  });
});
