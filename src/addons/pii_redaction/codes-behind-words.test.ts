import { describe, expect, it } from 'vitest';
import { redactedText as redacted } from '../../../tests/accuracy/pii/redacted-text.ts';

describe('values behind a comma or a contraction', { timeout: 60_000 }, () => {
  it.each([
    ['it', 'La password, è girasole', 'La password, è [PASSWORD_1]'],
    ['fr', 'Le mot de passe, est tournesol.', 'Le mot de passe, est [PASSWORD_1].'],
    ['de', 'Das Passwort, lautet Sonnenblume.', 'Das Passwort, lautet [PASSWORD_1].'],
    ['es', 'La contraseña, es girasol.', 'La contraseña, es [PASSWORD_1].'],
    ['en', "my postcode's s w one a one a a", "my postcode's [LOCATION_ZIP_1]"],
    ['en', "the postcode's l s one four d y and I moved", "the postcode's [LOCATION_ZIP_1] and I moved"],
    ['en', 'postcode l s one four d y and then left', 'postcode [LOCATION_ZIP_1] and then left'],
    [
      'en',
      'area code oh two oh and then seven nine four six oh nine five eight',
      'area code [PHONE_NUMBER_1]',
    ],
    ['en', 'the area code is 212, then 555 0142', 'the area code is [PHONE_NUMBER_1]'],
    ['de', 'vorwahl null drei null und dann vier neun sechs null eins zwei drei', 'vorwahl [PHONE_NUMBER_1]'],
    ['it', 'prefisso zero sei e poi quattro cinque sei sette otto nove', 'prefisso [PHONE_NUMBER_1]'],
    ['en', 'my handle is skywalker nine', 'my handle is [USERNAME_1]'],
  ] as const)('are found: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['it', 'La password, è scaduta.'],
    ['it', 'la password, e poi il nome'],
    ['de', 'Das Passwort, ist es falsch?'],
    ['de', 'Das Passwort, es geht nicht.'],
    ['es', 'La contraseña, es que no la sé.'],
    ['en', 'The password, is it correct?'],
    ['en', 'The area code is 212 and then 5 people called'],
    ['en', 'area code 020 and then extension 12'],
    ['en', 'The handle was loose'],
    ['en', 'The handle was bent'],
    ['en', 'my suitcase handle is broken'],
    ['en', 'The login is slow.'],
  ] as const)('may be none: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});
