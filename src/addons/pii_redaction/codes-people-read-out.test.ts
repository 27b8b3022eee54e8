import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { redactUtterances } from './run.ts';

const redacted = (said: string, language: Utterance['language']): string =>
  redactUtterances([{ ...utteranceOf(said, 'en'), language }], {}).utterances[0]?.text ?? '';

describe('what people read out', () => {
  it.each([
    ['en', 'My passport is GBR, number 533401372.', 'My passport is GBR, number [PASSPORT_NUMBER_1].'],
    [
      'en',
      'my passport is a British one, the number is 533401372',
      'my passport is a British one, the number is [PASSPORT_NUMBER_1]',
    ],
    ['en', 'NI number QQ123456C', 'NI number [SSN_1]'],
    ['de', 'Mein Kennzeichen ist M-AB 1234.', 'Mein Kennzeichen ist [VEHICLE_ID_1].'],
    ['de', 'Kennzeichen B-MW 3000 E', 'Kennzeichen [VEHICLE_ID_1]'],
    ['it', 'la targa è AB 123 CD', 'la targa è [VEHICLE_ID_1]'],
    ['fr', 'la plaque AB 123 CD et la voiture', 'la plaque [VEHICLE_ID_1] et la voiture'],
    ['it', 'la targa è AB 123 ed è nuova', 'la targa è [VEHICLE_ID_1] ed è nuova'],
    ['en', 'the last four digits of my social are 6789', 'the last four digits of my social are [SSN_1]'],
    ['en', 'last four of my card are 4242', 'last four of my card are [CREDIT_CARD_1]'],
    ['en', 'the card ending in four two four two', 'the card ending in [CREDIT_CARD_1]'],
    [
      'de',
      'die letzten vier Ziffern meiner Karte sind 4242',
      'die letzten vier Ziffern meiner Karte sind [CREDIT_CARD_1]',
    ],
    [
      'fr',
      'les quatre derniers chiffres de ma carte sont 4242',
      'les quatre derniers chiffres de ma carte sont [CREDIT_CARD_1]',
    ],
    ['en', 'the code is four eight two nine', 'the code is [PASSWORD_1]'],
    ['fr', 'le code est quatre, huit, deux, neuf', 'le code est [PASSWORD_1]'],
    ['de', 'mein Code lautet 4829', 'mein Code lautet [PASSWORD_1]'],
    ['es', 'mi código es el 4829', 'mi código es el [PASSWORD_1]'],
    ['it', 'il mio codice è 4829', 'il mio codice è [PASSWORD_1]'],
    ['fr', 'le mot de passe azerty123', 'le mot de passe [PASSWORD_1]'],
    ['en', 'my key is sk-proj-abcdEFGH1234567890abcdEFGH', 'my key is [PASSWORD_1]'],
    ['en', 'use ghp_16C7e42F292c6912E7710c838347Ae178B4a now', 'use [PASSWORD_1] now'],
    ['en', 'send it to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'send it to [NUMERICAL_PII_1]'],
    ['en', 'to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'to [NUMERICAL_PII_1]'],
    ['en', '0x742d35Cc6634C0532925a3b844Bc454e4438f44e', '[NUMERICAL_PII_1]'],
    ['en', 'john at the rate gmail dot com', '[EMAIL_ADDRESS_1]'],
    ['en', 'my email is john smith all one word at gmail dot com', 'my email is [EMAIL_ADDRESS_1]'],
    ['en', 'meet at 40.7128° N, 74.0060° W', 'meet at [LOCATION_COORDINATE_1]'],
    [
      'en',
      'four hundred twelve west forty second street apartment nine c new york new york one double oh three six',
      '[LOCATION_ADDRESS_STREET_1] [LOCATION_ADDRESS_1] new york new york [LOCATION_ZIP_1]',
    ],
    ['en', 'twelve oak lane bath b a one two a b', '[LOCATION_ADDRESS_STREET_1] bath [LOCATION_ZIP_1]'],
  ] as const)('is redacted: %s: %s', (language, said, left) => {
    expect(redacted(said, language)).toBe(left);
  });

  it.each([
    ['en', 'error code 404 and area code 415'],
    ['en', 'the code is 2000 lines long'],
    ['fr', 'le code est 2000 fois plus long'],
    ['en', 'It was the forty second time.'],
    ['en', 'the last four digits of pi'],
    ['en', 'my passport expired and the number of people was large'],
    ['en', 'it grew at the rate of five'],
    ['de', 'der Code ist gut'],
  ] as const)('is nothing of that: %s: %s', (language, said) => {
    expect(redacted(said, language)).toBe(said);
  });
});
