import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { PiiEntityType } from '../../contract/pii-entity-type.ts';
import type { Utterance } from '../../contract/utterance.ts';
import { requestedEntities } from './entity-groups.ts';
import { namesFor, redactUtterances } from './run.ts';

/** What is left of a conversation of two voices. */
async function redact(texts: string[], types?: PiiEntityType[], language: Utterance['language'] = 'en') {
  const utterances = texts.map((text, index) => ({
    ...utteranceOf(text, 'en', { start: index * 20, speaker: index % 2 }),
    language,
  }));
  const tools = { tokenClassifier: async () => null, onProgress: () => undefined };
  const { spans } = await namesFor(utterances, requestedEntities(types), tools);
  return redactUtterances(utterances, types && { entity_types: types }, spans).utterances.map(
    ({ text }) => text,
  );
}

describe('what the other voice asked for', { timeout: 60_000 }, () => {
  it.each([
    ['What is your date of birth?', 'March 3rd.', '[DOB_1].'],
    ['And your date of birth please?', 'The third of March nineteen eighty.', 'The [DOB_1].'],
    ['What is your password?', 'Blue horse seven.', '[PASSWORD_1].'],
    ['Your account number?', "it's 83920174.", "it's [ACCOUNT_NUMBER_1]."],
  ])('%s %s', async (question, answer, left) => {
    expect((await redact([question, answer]))[1]).toBe(left);
  });

  it.each([
    ['4111 1111 1111 1111 and 737.', '[CREDIT_CARD_1] and [CVV_1].'],
    [
      'My card is 4111 1111 1111 1111, expiry 12 26, and then 123.',
      'My card is [CREDIT_CARD_1], expiry [CREDIT_CARD_EXPIRATION_1], and then [CVV_1].',
    ],
    ['I paid with 4111 1111 1111 1111 and 200 dollars.', 'I paid with [CREDIT_CARD_1] and [MONEY_1].'],
    ['My password is blue horse seven and I forgot it.', 'My password is [PASSWORD_1] and I forgot it.'],
    ['We meet at 5 p.m. tomorrow.', 'We meet at [TIME_1] tomorrow.'],
  ])('%s', async (text, left) => {
    expect(await redact([text])).toEqual([left]);
  });
});

describe('numbers in other scripts and languages', { timeout: 60_000 }, () => {
  it.each([
    ['zh', '我的卡号是4111111111111111。', '我的卡号是[CREDIT_CARD_1]。'],
    ['zh', '我的卡号是四一一一一一一一一一一一一一一一。', '我的卡号是[CREDIT_CARD_1]。'],
    ['zh', '我的账号是83920174，谢谢。', '我的账号是[BANK_ACCOUNT_1]，谢谢。'],
    ['ja', '電話番号は090-1234-5678です。', '電話番号は[PHONE_NUMBER_1]です。'],
    ['ko', '카드 번호는 4111-1111-1111-1111입니다.', '카드 번호는 [CREDIT_CARD_1]입니다.'],
    ['ko', '제 번호는 공일공 일이삼사 오육칠팔 입니다.', '제 번호는 [PHONE_NUMBER_1] 입니다.'],
    ['pt', 'Anote nove um dois três quatro cinco seis sete oito.', 'Anote [NUMERICAL_PII_1].'],
    ['pl', 'Mój numer konta to 83920174.', 'Mój numer konta to [NUMERICAL_PII_1].'],
  ] as const)('%s: %s', async (language, text, left) => {
    expect(await redact([text], undefined, language)).toEqual([left]);
  });
});

describe('one person', { timeout: 60_000 }, () => {
  it('has one number, however the name is said', async () => {
    expect(
      await redact(['Tom is here.', "Mr O'Connell called.", "I met Tom O'Connell.", 'Priya Raman too.']),
    ).toEqual([
      '[NAME_1] is here.',
      expect.stringMatching(/\[NAME_1\] called\.$/),
      'I met [NAME_1].',
      '[NAME_2] too.',
    ]);
  });

  it('has a number that stands for nobody else', async () => {
    const [text] = await redact(['Tom Miller and Tom Smith are here. Tom Miller left before Tom Smith.']);
    expect(text).toBe('[NAME_1] and [NAME_2] are here. [NAME_1] left before [NAME_2].');
    expect(await redact(['Tom Miller and Tom Smith. Tom left.'])).toEqual([
      '[NAME_1] and [NAME_2]. [NAME_3] left.',
    ]);
  });
});

describe('narrow types', { timeout: 60_000 }, () => {
  const TEXT =
    'Dr Anna Miller and Tom Okafor live at 12 Baker Street in London. Tom is a teacher with diabetes.';
  it.each([
    ['NAME_GIVEN', ['Anna', 'Tom'], ['Miller', 'Okafor', 'London']],
    ['NAME_FAMILY', ['Miller', 'Okafor'], ['Anna', 'London']],
    ['NAME_MEDICAL_PROFESSIONAL', ['Anna Miller'], ['Baker Street', 'London']],
    ['LOCATION_ADDRESS', ['12 Baker Street'], ['Anna', 'Okafor']],
    ['LOCATION_CITY', ['London'], ['Anna', 'teacher']],
    ['OCCUPATION', ['teacher'], ['Anna', 'diabetes']],
    ['CONDITION', ['diabetes'], ['Anna', 'teacher']],
  ] as const)('%s is served', async (type, gone, kept) => {
    const [text = ''] = await redact([TEXT], [type]);
    expect(text).toContain(`[${type}_1]`);
    for (const word of gone) expect(text).not.toContain(word);
    for (const word of kept) expect(text).toContain(word);
  });
});
