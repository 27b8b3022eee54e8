import { describe, expect, it } from 'vitest';
import { redactedText as redacted } from '../../../tests/accuracy/pii/redacted-text.ts';

describe('codes and names that are spelled by words', { timeout: 60_000 }, () => {
  it.each([
    ['en', 'licence plate alpha bravo one two charlie delta echo', 'licence plate [VEHICLE_ID_1]'],
    ['en', 'my postcode is sierra whiskey one alpha one alpha alpha', 'my postcode is [LOCATION_ZIP_1]'],
    ['en', 'gate code is charlie four two one', 'gate code is [PASSWORD_1]'],
    ['de', 'mein Kennzeichen ist Anton Berta Cäsar 1234', 'mein Kennzeichen ist [VEHICLE_ID_1]'],
    ['en', 'my name is smith, sierra mike india tango hotel', 'my name is [NAME_1], [NAME_2]'],
    ['en', 'licence plate x ray one two three yankee zulu', 'licence plate [VEHICLE_ID_1]'],
    ['en', 'licence plate is X-ray four five X-ray Bravo', 'licence plate is [VEHICLE_ID_1]'],
    ['en', 'my last name is spelled b as in boy r o u g h', 'my last name is spelled [NAME_1]'],
    ['en', 'surname d for david o double l a r', 'surname [NAME_1]'],
    ['de', 'Nachname Friedrich Richard Anton Nordpol Zacharias', 'Nachname [NAME_1]'],
    ['fr', 'mon nom est d comme daniel u p r é', 'mon nom est [NAME_1]'],
    ['es', 'mi apellido es z de zaragoza u r i t a', 'mi apellido es [NAME_1]'],
    ['it', 'di cognome bari imola savona imola', 'di cognome [NAME_1]'],
  ] as const)('are redacted: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['en', 'the golf 7 is parked at the hotel'],
    ['en', 'a tango on a golf course'],
    ['en', 'x ray vision is what i need'],
    ['it', 'il treno ferma a roma napoli e bari'],
    ['es', 'a de acuerdo b de barcelona c de cuenca'],
  ] as const)('are not all such words: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});

describe('codes that are told by the words before them', () => {
  it.each([
    ['de', 'das Kennzeichen ist K AB 1234', 'das Kennzeichen ist [VEHICLE_ID_1]'],
    ['de', 'Kennzeichen HH-AB 123E', 'Kennzeichen [VEHICLE_ID_1]'],
    ['de', 'Der Code auf der Rückseite ist 412.', 'Der Code auf der Rückseite ist [CVV_1].'],
    ['es', 'Los tres números de atrás son 412.', 'Los tres números de atrás son [CVV_1].'],
    ['es', 'el código de seguridad de atrás es 412', 'el código de seguridad de atrás es [CVV_1]'],
    ['it', 'Le tre cifre sul retro sono 412.', 'Le tre cifre sul retro sono [CVV_1].'],
    ['en', 'my employee id is four four seven one nine', 'my employee id is [ACCOUNT_NUMBER_1]'],
    ['de', 'meine Mitgliedsnummer ist 44719', 'meine Mitgliedsnummer ist [ACCOUNT_NUMBER_1]'],
    ['fr', 'Mon numéro client est 88017.', 'Mon numéro client est [ACCOUNT_NUMBER_1].'],
    ['es', 'mi número de socio es 44719', 'mi número de socio es [ACCOUNT_NUMBER_1]'],
    ['it', 'il mio numero di tessera è 44719', 'il mio numero di tessera è [ACCOUNT_NUMBER_1]'],
    ['fr', 'plaque AB 123 AT', 'plaque [VEHICLE_ID_1]'],
    ['fr', 'ma plaque est AA-123-BB', 'ma plaque est [VEHICLE_ID_1]'],
    ['de', 'die Steuer ID ist 02471538691', 'die Steuer ID ist [SSN_1]'],
    ['en', 'account ending in four four two one', 'account ending in [ACCOUNT_NUMBER_1]'],
    ['en', 'flight reference is k l m four two nine', 'flight reference is [NUMERICAL_PII_1]'],
    [
      'en',
      'card 4111 1111 1111 1111, expires oh nine twenty seven, code one two three',
      'card [CREDIT_CARD_1], expires [CREDIT_CARD_EXPIRATION_1], code [CVV_1]',
    ],
    ['en', 'call 415 555 0199 extension eighty two', 'call [PHONE_NUMBER_1]'],
    ['en', 'my username is sky walker ninety nine', 'my username is [USERNAME_1]'],
    ['en', 'my username is jenny since last year', 'my username is [USERNAME_1] since last year'],
    ['fr', 'docteur benali vous recevra', 'docteur [NAME_1] vous recevra'],
    ['de', 'das Kennzeichen lautet A XY 42', 'das Kennzeichen lautet [VEHICLE_ID_1]'],
    ['de', 'das Kennzeichen ist M UV 77 H', 'das Kennzeichen ist [VEHICLE_ID_1]'],
    ['en', 'my license number is D1234567', 'my license number is [DRIVER_LICENSE_1]'],
    ['en', 'her tax id is 912 34 5678', 'her tax id is [SSN_1]'],
    ['en', 'the card ending in 4242', 'the card ending in [CREDIT_CARD_1]'],
    ['de', 'die Karte endet auf 4242', 'die Karte endet auf [CREDIT_CARD_1]'],
    ['fr', 'la carte qui finit par 4242', 'la carte qui finit par [CREDIT_CARD_1]'],
    ['es', 'la tarjeta terminada en 4242', 'la tarjeta terminada en [CREDIT_CARD_1]'],
    ['it', 'la carta che finisce con 4242', 'la carta che finisce con [CREDIT_CARD_1]'],
    ['en', 'wifi password sunflower dash 1987 dash kitchen', 'wifi password [PASSWORD_1]'],
  ] as const)('are redacted: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['en', 'the registration is open at no cost'],
    ['de', 'das Kennzeichen ist ab Werk neu'],
    ['en', 'the password reset 2 times in a row'],
    ['en', 'the licence number of plates is unknown'],
  ] as const)('are not all that follows those words: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});

describe('codes of banks', () => {
  it.each([
    ['en', 'the swift code is DEUTDEFF500', 'the swift code is [ROUTING_NUMBER_1]'],
    ['en', 'swift code b o f a u s three n', 'swift code [ROUTING_NUMBER_1]'],
    [
      'en',
      'what is your swift code? / c h a s u s three three',
      'what is your swift code? / [ROUTING_NUMBER_1]',
    ],
    ['de', 'Meine BIC lautet GENODEF1ERE.', 'Meine BIC lautet [ROUTING_NUMBER_1].'],
    ['fr', 'le code BIC est BNPAFRPPXXX', 'le code BIC est [ROUTING_NUMBER_1]'],
    ['it', 'il codice swift è u n c r i t m m', 'il codice swift [ROUTING_NUMBER_1]'],
    ['en', 'the swift code is required for this', 'the swift code is required for this'],
    ['en', 'swift code is compiled', 'swift code is compiled'],
  ] as const)('have a form: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });
});

describe('what only looks like a secret or a name', { timeout: 60_000 }, () => {
  it.each([
    ['it', 'ciao bello'],
    ['es', 'hola vida'],
    ['es', 'hola linda'],
    ['fr', 'bonjour belle'],
    ['en', 'hi honey'],
    ['de', 'mein Code ist 2019 entstanden'],
    ['en', 'my code is from 2019'],
    ['de', 'Herr Ober, zahlen bitte'],
    ['fr', 'monsieur le président, mesdames et messieurs'],
    ['es', 'la luz de la mañana es clara'],
    ['it', 'la luce del mattino è chiara'],
    ['it', 'Tre a uno per gli ospiti.'],
    ['fr', 'Si tu veux, on y va. Ça marche. Bon appétit à tous. Mille mercis.'],
    ['es', 'Está bien, gracias. Era muy tarde ya. Van a venir. Tal vez mañana. Nací aquí.'],
    ['it', 'Però è tardi. Ora andiamo a casa. Devi venire subito. Bella idea! Prema il tasto uno.'],
    ['de', 'Weiß ich nicht. Winter ist schön. Stark gespielt, Jungs. Tür zu, es zieht.'],
    ['de', 'Ich bin Lehrerin von Beruf. Ich bin Arzt. Hier ist die Polizei, machen Sie auf.'],
  ] as const)('stays: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['it', 'ciao marco', 'ciao [NAME_1]'],
    ['fr', 'Bonjour Marie. Pierre est arrivé.', 'Bonjour [NAME_1]. [NAME_2] est arrivé.'],
    ['es', 'Está aquí Carmen. Lucía llegó tarde.', 'Está aquí [NAME_1]. [NAME_2] llegó tarde.'],
    ['it', 'Marco è arrivato. Rosa Bianchi è qui.', '[NAME_1] è arrivato. [NAME_2] è qui.'],
    ['de', 'Ich bin Anna Müller. Hier ist die Anna.', 'Ich bin [NAME_1]. Hier ist die [NAME_1].'],
    ['it', 'sono chiara', 'sono [NAME_1]'],
    ['it', 'qui è chiara', 'qui è [NAME_1]'],
    ['es', 'soy clara', 'soy [NAME_1]'],
    ['fr', 'monsieur le pen est là', 'monsieur [NAME_1] est là'],
    ['de', 'Herr Doktor Müller', 'Herr Doktor [NAME_1]'],
    ['en', 'hi linda', 'hi [NAME_1]'],
    ['de', 'mein Code ist 2019', 'mein Code ist [PASSWORD_1]'],
  ] as const)('is told from them: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });
});

describe('a date of birth without its century', () => {
  it.each([
    ['fr', 'je suis né le quatre juillet quatre-vingt-deux', 'je suis né le [DOB_1]'],
    ['es', 'nací el cuatro de julio del ochenta y dos', 'nací el [DOB_1]'],
    ['it', "sono nato il quattro luglio dell'ottantadue", 'sono nato il [DOB_1]'],
    ['en', 'born on four seven eighty two', 'born on [DOB_1]'],
  ] as const)('is redacted to its end: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });
});
