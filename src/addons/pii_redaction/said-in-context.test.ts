import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
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
    ['ja', 'カード番号は四五三九 一四八八 〇三四三 六四六七です。', 'カード番号は[CREDIT_CARD_1]です。'],
    ['ja', '電話は ゼロ九ゼロ 一二三四 五六七八 です。', '電話は [PHONE_NUMBER_1] です。'],
    ['en', 'The plate is AB12 CDE.', 'The plate is [VEHICLE_ID_1].'],
    ['ko', '카드 번호는 4111-1111-1111-1111입니다.', '카드 번호는 [CREDIT_CARD_1]입니다.'],
    ['ko', '제 번호는 공일공 일이삼사 오육칠팔 입니다.', '제 번호는 [PHONE_NUMBER_1] 입니다.'],
    ['pt', 'Anote nove um dois três quatro cinco seis sete oito.', 'Anote [NUMERICAL_PII_1].'],
    ['pl', 'Mój numer konta to 83920174.', 'Mój numer konta to [NUMERICAL_PII_1].'],
  ] as const)('%s: %s', async (language, text, left) => {
    expect(await redact([text], undefined, language)).toEqual([left]);
  });
});

describe('what was asked for in other languages', { timeout: 60_000 }, () => {
  it.each([
    ['de', 'Ihr Geburtsdatum bitte?', 'Der dritte März neunzehnhundertachtzig.', 'Der [DOB_1].'],
    ['fr', 'Votre date de naissance ?', 'Le trois mars mille neuf cent quatre-vingts.', 'Le [DOB_1].'],
    ['es', '¿Su fecha de nacimiento?', 'El tres de marzo de mil novecientos ochenta.', 'El [DOB_1].'],
    ['it', 'Data di nascita?', 'Il tre marzo millenovecentottanta.', 'Il [DOB_1].'],
    ['ja', '生年月日は？', '1980年3月3日です。', '[DOB_1]です。'],
    ['pt', 'Qual é o seu nome?', 'Beatriz Guimarães.', '[NAME_1].'],
    ['nl', 'Hoe heet u?', 'Anneke Dijkstra.', '[NAME_1].'],
  ] as const)('%s: %s %s', async (language, question, answer, left) => {
    expect((await redact([question, answer], undefined, language))[1]).toBe(left);
  });
});

describe('a name after a cue', { timeout: 60_000 }, () => {
  it.each([
    ['pt', 'O meu nome é João Figueiredo.', 'O meu nome é [NAME_1].'],
    ['pt', 'Bom dia, a senhora Teixeira está?', 'Bom dia, a senhora [NAME_1] está?'],
    ['nl', 'Mijn naam is Joost van der Berg.', 'Mijn naam is [NAME_1].'],
    ['zh', '我叫王小明，住在北京。', '我叫[NAME_1]，住在北京。'],
    ['zh', '王女士，您好。那位先生走了。', '[NAME_1]女士，您好。那位先生走了。'],
    ['ja', '私の名前は田中太郎です。', '私の名前は[NAME_1]です。'],
    ['ja', 'お客様の田中様がいらっしゃいました。', 'お客様の[NAME_1]様がいらっしゃいました。'],
    ['ko', '제 이름은 김민수입니다.', '제 이름은 [NAME_1]입니다.'],
    ['de', 'Die Daten hat ANNA BERG.', 'Die Daten hat [NAME_1].'],
  ] as const)('%s: %s', async (language, text, left) => {
    expect(await redact([text], undefined, language)).toEqual([left]);
  });

  it.each([
    ['pt', 'Eu sou professora em Lisboa e gosto de trabalhar com crianças.'],
    ['nl', 'Ik ben moe en ik wil naar huis.'],
    ['ja', '皆さん、こんにちは。'],
    ['de', 'Die IBAN fehlt noch.'],
  ] as const)('is not found where there is none: %s: %s', async (language, text) => {
    expect(await redact([text], ['NAME'], language)).toEqual([text]);
  });
});

describe('a password of words', { timeout: 60_000 }, () => {
  it.each([
    ['en', 'The password is correct horse battery staple.', 'The password is [PASSWORD_1].'],
    ['zh', '密码是蓝马七。', '密码是[PASSWORD_1]。'],
    ['ja', 'パスワードは青い馬です。', 'パスワードは[PASSWORD_1]です。'],
    ['ko', '비밀번호는 파란말 일곱입니다.', '비밀번호는 [PASSWORD_1]입니다.'],
  ] as const)('%s: %s', async (language, text, left) => {
    expect(await redact([text], undefined, language)).toEqual([left]);
  });

  it.each([
    ['en', 'The password is correct every time.'],
    ['zh', '我忘了密码，请帮我。'],
    ['zh', '密码是什么？'],
    ['ja', 'パスワードを忘れました。'],
    ['ko', '비밀번호를 잊어버렸어요.'],
  ] as const)('is not found in remarks about it: %s: %s', async (language, text) => {
    expect(await redact([text], undefined, language)).toEqual([text]);
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

describe('what is said before the words for it', { timeout: 60_000 }, () => {
  it.each([
    ['en', "Four two seven one, that's my PIN.", "[PASSWORD_1], that's my PIN."],
    ['en', "It is 4271. That's my PIN.", "It is [PASSWORD_1]. That's my PIN."],
    ['en', 'Use 4 2 7 1 as the pin code.', 'Use [PASSWORD_1] as the pin code.'],
    [
      'en',
      "My number is 202-555-0143, and 4271, that's my PIN.",
      "My number is [PHONE_NUMBER_1], and [PASSWORD_1], that's my PIN.",
    ],
    ['en', '83920174 is my account number.', '[ACCOUNT_NUMBER_1] is my account number.'],
    ['en', "C01X0471, that's my passport number.", "[PASSPORT_NUMBER_1], that's my passport number."],
    ['en', "Seven three seven, that's the code on the back.", "[CVV_1], that's the code on the back."],
    ['en', '04/29 is the expiry date.', '[CREDIT_CARD_EXPIRATION_1] is the expiry date.'],
    ['en', 'March 3rd 1980 is my date of birth.', '[DOB_1] is my date of birth.'],
    ['en', "0 3 0 4 8 0, that's my date of birth.", "[DOB_1], that's my date of birth."],
    ['en', "Blue horse seven, that's my password.", "[PASSWORD_1], that's my password."],
    ['en', 'Swordfish7 is my password.', '[PASSWORD_1] is my password.'],
    ['en', 'annamiller is my username.', '[USERNAME_1] is my username.'],
    ['de', 'Vier zwei sieben eins, das ist meine PIN.', '[PASSWORD_1], das ist meine PIN.'],
    ['fr', "Quatre deux sept un, c'est mon code PIN.", "[PASSWORD_1], c'est mon code PIN."],
    ['es', 'Cuatro dos siete uno, ese es mi PIN.', '[PASSWORD_1], ese es mi PIN.'],
    ['it', 'Quattro due sette uno è il mio codice pin.', '[PASSWORD_1] è il mio codice pin.'],
  ] as const)('%s: %s', async (language, text, left) => {
    expect(await redact([text], undefined, language)).toEqual([left]);
  });

  it.each([
    'That is my password.',
    'What is my password?',
    'The problem is my password.',
    'I forgot it. Is my password safe?',
    'There are 1200 items in the order.',
    'We sold 4000 tickets, that was the order.',
  ])('is not found where nothing was: %s', async (text) => {
    expect(await redact([text], ['PASSWORD', 'USERNAME', 'NUMERICAL_PII', 'ACCOUNT_NUMBER'])).toEqual([text]);
  });
});
