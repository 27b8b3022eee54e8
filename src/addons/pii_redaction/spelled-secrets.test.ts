import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { redactUtterances } from './run.ts';

/** What is left of a conversation of two voices. */
const redacted = (texts: readonly string[], language: Utterance['language'] = 'en'): string[] =>
  redactUtterances(
    texts.map((text, index) => ({
      ...utteranceOf(text, 'en', { start: index * 20, speaker: index % 2 }),
      language,
    })),
    undefined,
  ).utterances.map(({ text }) => text);

describe('a password that is spelled', () => {
  it.each([
    ['en', 'the wifi password is capital S word fish exclamation mark', 'the wifi password is [PASSWORD_1]'],
    [
      'en',
      'The password is capital T tiger, lower case l, nine nine, and it works.',
      'The password is [PASSWORD_1], and it works.',
    ],
    ['en', 'Password is lower case b, seven, hashtag, upper case Q, nine.', 'Password is [PASSWORD_1].'],
    ['en', "My password's capital R, e, d, underscore, four.", "My password's [PASSWORD_1]."],
    ['en', 'My password is a b c 1 2 3.', 'My password is [PASSWORD_1].'],
    ['en', 'the password is capital p a double s w zero r d dollar sign', 'the password is [PASSWORD_1]'],
    ['en', 'My password is hunter2 exclamation mark, thanks.', 'My password is [PASSWORD_1], thanks.'],
    [
      'fr',
      "Le mot de passe est S majuscule poisson point d'exclamation deux.",
      'Le mot de passe est [PASSWORD_1].',
    ],
    ['de', 'Das Passwort lautet groß B, klein l, a, u, Raute, sieben.', 'Das Passwort lautet [PASSWORD_1].'],
    ['es', 'La contraseña es S mayúscula pez espada signo de exclamación.', 'La contraseña es [PASSWORD_1].'],
    ['it', 'La password è S maiuscola pesce spada punto esclamativo.', 'La password è [PASSWORD_1].'],
  ] as const)('is taken out to its end: %s: %s', (language, said, left) => {
    expect(redacted([said], language)).toEqual([left]);
  });

  it.each([
    'The password is too short and needs a capital letter.',
    'The password is okay, I guess.',
    'The password is a secret.',
    'My password is safe and sound.',
    'The access code did not arrive.',
    'The password is easy to remember.',
    'The password policy is strict.',
  ])('is not found in what is said of one: %s', (said) => {
    expect(redacted([said])).toEqual([said]);
  });

  it.each([
    ['en', 'The gate code is pound 9982.', 'The gate code is pound [PASSWORD_1].'],
    ['en', 'The alarm code is four four seven one.', 'The alarm code is [PASSWORD_1].'],
    ['de', 'Der Türcode ist 4471.', 'Der Türcode ist [PASSWORD_1].'],
    ['fr', 'Le code de la porte est 44 B 12.', 'Le code de la porte est [PASSWORD_1].'],
    ['fr', 'Le digicode est 44 71.', 'Le digicode est [PASSWORD_1].'],
  ] as const)('may be digits alone: %s: %s', (language, said, left) => {
    expect(redacted([said], language)).toEqual([left]);
  });
});

describe('a secret that is said once more', () => {
  it('whether its words are names, too, or it stands before its cue', () => {
    expect(redacted(['Mi clave es luna azul nueve, lo repito, luna azul nueve.'], 'es')).toEqual([
      'Mi clave es [PASSWORD_1], lo repito, [PASSWORD_1].',
    ]);
    expect(redacted(["It's swordfish, that's my password.", 'Swordfish, got it.'])).toEqual([
      "It's [PASSWORD_1], that's my password.",
      '[PASSWORD_1], got it.',
    ]);
  });

  it('is taken out there, too, said or spelled, by anybody', () => {
    expect(
      redacted([
        'My password is Swordfish7.',
        "So that's swordfish seven, right?",
        'Yes, s w o r d f i s h 7.',
      ]),
    ).toEqual(['My password is [PASSWORD_1].', "So that's [PASSWORD_1], right?", 'Yes, [PASSWORD_1].']);
    expect(redacted(['My username is anna_miller7.', 'So anna underscore miller seven?'])).toEqual([
      'My username is [USERNAME_1].',
      'So [USERNAME_1]?',
    ]);
    expect(redacted(['The security code is 737.', '737, right?', 'Yes, seven three seven.'])).toEqual([
      'The security code is [CVV_1].',
      '[CVV_1], right?',
      'Yes, [CVV_1].',
    ]);
  });

  it('with its capitals and signs', () => {
    const [, again = ''] = redacted([
      'The password is capital B, l u e, seven, question mark.',
      'Capital B, l u e, seven, is that right?',
    ]);
    expect(again).not.toMatch(/l u e|seven/);
  });
});

describe('a password told by the number of its words', () => {
  it.each([
    ['en', 'My password is three words, correct horse battery.', 'My password is three words, [PASSWORD_1].'],
    [
      'en',
      'The wifi password is four words, all lower case, correct horse battery staple.',
      'The wifi password is four words, all lower case, [PASSWORD_1].',
    ],
    [
      'en',
      'The password is three words: correct, horse, battery.',
      'The password is three words: [PASSWORD_1].',
    ],
    ['en', 'The password is one word, hunter, thanks.', 'The password is one word, [PASSWORD_1], thanks.'],
    [
      'de',
      'Das Passwort besteht aus drei Wörtern, blau Tiger Lampe.',
      'Das Passwort besteht aus drei Wörtern, [PASSWORD_1].',
    ],
    [
      'fr',
      'Le mot de passe est en trois mots, tigre bleu lampe.',
      'Le mot de passe est en trois mots, [PASSWORD_1].',
    ],
    [
      'es',
      'La contraseña son tres palabras, tigre azul lámpara.',
      'La contraseña son tres palabras, [PASSWORD_1].',
    ],
    ['it', 'La password è di tre parole, tigre blu lampada.', 'La password è di tre parole, [PASSWORD_1].'],
  ] as const)('is taken out, not its number: %s: %s', (language, said, left) => {
    expect(redacted([said], language)).toEqual([left]);
  });

  it.each([
    'My password is three words long.',
    'Your password is three words and I like it.',
    'The password must be three words.',
  ])('is not there in a remark: %s', (said) => {
    expect(redacted([said])).toEqual([said]);
  });
});
