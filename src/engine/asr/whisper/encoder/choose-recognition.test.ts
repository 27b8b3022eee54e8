import { describe, expect, it } from 'vitest';
import { chooseRecognition } from './choose-recognition.ts';

const text = (averageLogProbability: number, language = 'en', confidence = 1) => ({
  averageLogProbability,
  detected: { language, confidence },
});
type Text = ReturnType<typeof text>;

async function chosen(first: Text | 'refused', inQuiet: Text | 'refused' | null, whole: Text, seconds = 1.5) {
  const asked: string[] = [];
  const { recognised, whole: isWhole } = await chooseRecognition<Text>(first, seconds, {
    inQuiet: async () => {
      asked.push('in quiet');
      return inQuiet;
    },
    whole: async () => {
      asked.push('whole');
      return whole;
    },
  });
  expect(isWhole).toBe(asked.includes('whole'));
  const which = recognised === first ? 'first' : recognised === inQuiet ? 'in quiet' : 'whole';
  return [which, ...asked];
}

describe('the recognition that is taken', () => {
  it('is the first one of a shortened window, if the model is sure of its text', async () => {
    expect(await chosen(text(-0.4), text(-0.1), text(-0.1))).toEqual(['first']);
  });

  it('is the likelier of two for a word or two, if one of them will do', async () => {
    expect(await chosen(text(-0.7), text(-0.6), text(-0.1))).toEqual(['in quiet', 'in quiet']);
    expect(await chosen(text(-0.6), text(-0.7), text(-0.1))).toEqual(['first', 'in quiet']);
    expect(await chosen('refused', text(-0.7), text(-0.1))).toEqual(['in quiet', 'in quiet']);
    expect(await chosen(text(-0.7), 'refused', text(-0.1))).toEqual(['first', 'in quiet']);
    expect(await chosen(text(-0.7), null, text(-0.1))).toEqual(['first', 'in quiet']);
  });

  it('is the likeliest of three where the model is sure of neither', async () => {
    expect(await chosen(text(-1), text(-1.2), text(-0.8))).toEqual(['whole', 'in quiet', 'whole']);
    expect(await chosen(text(-1), text(-0.95), text(-1.2))).toEqual(['in quiet', 'in quiet', 'whole']);
    expect(await chosen('refused', 'refused', text(-1.2))).toEqual(['whole', 'in quiet', 'whole']);
    expect(await chosen('refused', null, text(-1.2))).toEqual(['whole', 'in quiet', 'whole']);
  });

  it('is never one in the recording’s own quiet for a sentence', async () => {
    expect(await chosen(text(-0.6), text(-0.1), text(-0.1), 5)).toEqual(['first']);
    expect(await chosen(text(-0.8), text(-0.1), text(-0.75), 5)).toEqual(['whole', 'whole']);
    expect(await chosen(text(-0.8), text(-0.1), text(-0.85), 5)).toEqual(['first', 'whole']);
    expect(await chosen('refused', text(-0.1), text(-1.2), 5)).toEqual(['whole', 'whole']);
  });

  it('is the likelier of the shortened ones, however unlikely, where there is no time for the whole window', async () => {
    const choose = (first: Text, inQuiet: Text | null, seconds: number) =>
      chooseRecognition<Text>(first, seconds, { inQuiet: async () => inQuiet, whole: null });
    const [unlikely, likelier] = [text(-2, 'el', 0.3), text(-1)];
    expect(await choose(unlikely, null, 5)).toEqual({ recognised: unlikely, whole: false });
    expect(await choose(text(-2), likelier, 1.5)).toEqual({ recognised: likelier, whole: false });
  });

  it('is that of the whole window, where the language is in doubt or another one there', async () => {
    expect(await chosen(text(-0.3, 'el', 0.5), null, text(-0.6, 'es', 0.6))).toEqual(['whole', 'whole']);
    expect(await chosen(text(-0.3, 'es', 0.5), null, text(-0.6, 'es', 0.6))).toEqual(['first', 'whole']);
    expect(await chosen(text(-1), text(-0.95), text(-1.2, 'fr'))).toEqual(['whole', 'in quiet', 'whole']);
  });
});
