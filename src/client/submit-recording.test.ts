import { describe, expect, it } from 'vitest';
import { preRecordedRequest } from '../contract/pre-recorded-request.ts';
import { requestOf, type SubmitOptions } from './submit-recording.ts';

const OPTIONS: SubmitOptions = {
  model: 'stt-1',
  languages: [],
  codeSwitching: false,
  quality: 'fast',
  speakers: null,
  addons: {},
};
const address = 'https://a.example/talk.mp3';

describe('the request that asks for options', () => {
  it('names a quality only where it is not the usual one', () => {
    expect(requestOf(address, OPTIONS)).not.toHaveProperty('quality');
    const careful = requestOf(address, { ...OPTIONS, quality: 'careful' });
    expect(preRecordedRequest.parse(careful)).toMatchObject({ quality: 'careful' });
  });
});
