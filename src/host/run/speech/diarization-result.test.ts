import { describe, expect, it } from 'vitest';
import { spokenUtterance } from '../../../../tests/fakes/spoken-utterance.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { diarizationEnvelope, diarizationSession } from './diarization-result.ts';

const outcome = {
  success: true as const,
  turns: [],
  voices: [],
  seconds: 2,
  loaded: { segmentationId: 'a', embeddingId: 'b', models: 'a b', speakerDistance: 0.5 },
};
const said = (...speakers: number[]) => ({
  utterances: speakers.map((speaker) => ({ ...spokenUtterance('Good morning.'), speaker })),
});

describe('the number of speakers that was asked for', () => {
  it.each([
    [{ number_of_speakers: 5 }, 'number_of_speakers is 5, but 2 speakers were told apart.'],
    [{ number_of_speakers: 1 }, 'number_of_speakers is 1, but 2 speakers were told apart.'],
    [{ min_speakers: 3 }, 'min_speakers is 3, but 2 speakers were told apart.'],
    [{ max_speakers: 1 }, 'max_speakers is 1, but 2 speakers were told apart.'],
  ])(
    '%j is an error in the envelope where it is not kept [§2.8 diarization; §2.4 DiarizationConfig.*]',
    (config, text) => {
      const { diarization } = diarizationEnvelope(outcome, said(0, 1, 0), { diarization_config: config });
      expect(diarization).toMatchObject({
        success: false,
        is_empty: false,
        exec_time: 2,
        error: { status_code: 422, exception: 'unprocessable_audio', message: expect.stringContaining(text) },
        results: [],
      });
    },
  );

  it.each([
    [{ number_of_speakers: 2 }],
    [{ min_speakers: 2 }],
    [{ max_speakers: 2 }],
    [{ max_speakers: 0 }],
    [undefined],
  ])('%j is kept without a word', (config) => {
    expect(diarizationEnvelope(outcome, said(0, 1), { diarization_config: config })).toEqual({});
  });

  it('is no question where nobody speaks', () => {
    expect(diarizationEnvelope(outcome, said(), { diarization_config: { number_of_speakers: 2 } })).toEqual(
      {},
    );
  });

  it('stands beside the names of known voices, or the reason why one has none', () => {
    const known = [{ name: 'Ann', speakers: [1] }];
    const fault = new AppError('unprocessable_audio', msg`No voice.`);
    expect(diarizationSession({ ...outcome, known, fault }, [])).toMatchObject({
      diarization: { known_speakers: known },
    });
    expect(diarizationEnvelope({ ...outcome, known, fault: null }, said(0, 1), {})).toEqual({});
    expect(diarizationEnvelope({ ...outcome, known, fault }, said(0, 1), {})).toMatchObject({
      diarization: { success: false, is_empty: false, error: { message: 'No voice.' } },
    });
  });

  it('is not needed to say that diarization failed', () => {
    const failed = { success: false as const, seconds: 0, error: new AppError('model_missing', msg`None.`) };
    expect(diarizationEnvelope(failed, said(), {}).diarization).toMatchObject({
      success: false,
      is_empty: true,
      error: { message: 'None.' },
    });
  });
});
