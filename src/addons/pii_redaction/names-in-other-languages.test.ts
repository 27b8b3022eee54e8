import { describe, expect, it } from 'vitest';
import { redactedText as redacted } from '../../../tests/accuracy/pii/redacted-text.ts';

describe('names in other languages', { timeout: 60_000 }, () => {
  it.each([
    ['de', 'Hier spricht Neumann von der Stadtverwaltung.', 'Hier spricht [NAME_1].'],
    ['de', 'ich bin lena von der bank', 'ich bin [NAME_1] von der bank'],
    ['de', 'ich habe herrn becker gestern angerufen', 'ich habe herrn [NAME_1] gestern angerufen'],
    ['de', 'frau schneider möchte kommen', 'frau [NAME_1] möchte kommen'],
    ['es', 'mi hijo se llama pablo y tiene fiebre', 'mi hijo se llama [NAME_1] y tiene fiebre'],
    ['es', 'gracias javier y volvemos al estudio', 'gracias [NAME_1] y volvemos al estudio'],
    ['es', 'soy marta y quería una cita', 'soy [NAME_1] y quería una cita'],
    ['es', 'el señor garcía quiere hablar', 'el señor [NAME_1] quiere hablar'],
    ['fr', 'mon mari thomas arrive plus tard', 'mon mari [NAME_1] arrive plus tard'],
    ['fr', "je suis camille lefèvre j'appelle", "je suis [NAME_1] j'appelle"],
    ['fr', 'monsieur bernard veut vous parler', 'monsieur [NAME_1] veut vous parler'],
    ['it', 'mia moglie anna è malata', 'mia moglie [NAME_1] è malata'],
    ['it', 'il signor rossi vuole parlarle', 'il signor [NAME_1] vuole parlarle'],
    ['es', 'me llamo lucía fernández y nací aquí', 'me llamo [NAME_1] y nací aquí'],
    ['it', 'dal dottor greco domani', 'dal dottor [NAME_1] domani'],
  ] as const)('end where something else is said: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['de', 'hier spricht ursula von der leyen', 'hier spricht [NAME_1]'],
    ['es', 'me llamo juan carlos de la torre', 'me llamo [NAME_1]'],
    ['it', 'sono giulia de santis e chiamo', 'sono [NAME_1] e chiamo'],
  ] as const)('have particles: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['de', 'mein sohn heißt jonas', 'mein sohn heißt [NAME_1]'],
    ['de', 'am apparat ist petra vogel', 'am apparat ist [NAME_1]'],
    ['de', 'termin bei doktor weiß', 'termin bei doktor [NAME_1]'],
    ['de', 'Die Reservierung läuft auf Hoffmann.', 'Die Reservierung läuft auf [NAME_1].'],
    ['fr', "mon fils s'appelle lucas", "mon fils s'appelle [NAME_1]"],
    ['es', 'le llama cristina del dentista', 'le llama [NAME_1] del dentista'],
    ['it', 'parla marco della banca', 'parla [NAME_1] della banca'],
    ['en', 'an appointment with doctor white', 'an appointment with doctor [NAME_1]'],
    ['de', 'Guten Tag, Herr Direktor Weber.', 'Guten Tag, Herr Direktor [NAME_1].'],
    ['es', 'señor presidente sánchez gracias', 'señor presidente [NAME_1] gracias'],
  ] as const)('are announced: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['es', 'Señor director, le escribo.'],
    ['it', 'Signor direttore, le scrivo.'],
    ['de', 'frau ministerin was sagen sie'],
    ['de', 'Ich bin Wissenschaftler, und das ist Quatsch.'],
    ['en', 'she makes the best pie'],
    ['en', 'he has the best van'],
    ['en', 'the flight is ba two eight five'],
    ['en', 'talk to doctor friends about pills'],
    ['en', 'Olive oil is healthy.'],
  ] as const)('are not what is only like them: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});

describe('values that go on', () => {
  it.each([
    ['en', 'go to www dot green leaf dot co dot uk', 'go to [URL_1]'],
    ['en', 'our website is green leaf dot com', 'our website is [URL_1]'],
    ['fr', 'notre site est www point feuille verte point fr', 'notre site est [URL_1]'],
    ['it', 'il nostro sito è www punto foglia verde punto it', 'il nostro sito è [URL_1]'],
    ['en', 'my instagram is at blue otter nine', 'my instagram is [USERNAME_1]'],
    ['es', 'mi instagram es arroba nutria azul', 'mi instagram es [USERNAME_1]'],
    ['it', 'il mio utente è lontra azzurra nove', 'il mio utente è [USERNAME_1]'],
    ['es', 'la matrícula es cuatro siete uno dos be ce de', 'la matrícula es [VEHICLE_ID_1]'],
    ['it', 'la targa è a bi uno due tre ci di', 'la targa è [VEHICLE_ID_1]'],
    ['de', 'das kennzeichen lautet hamburg anton berta vier sieben', 'das kennzeichen lautet [VEHICLE_ID_1]'],
    ['de', 'mein kennzeichen ist münchen ka em drei vier zwei', 'mein kennzeichen ist [VEHICLE_ID_1]'],
    ['en', 'booking reference x ray nine bravo two', 'booking reference [NUMERICAL_PII_1]'],
    ['en', 'confirmation code alpha seven kilo three', 'confirmation code [NUMERICAL_PII_1]'],
    ['en', 'the last four digits are four four two one', 'the last four digits are [NUMERICAL_PII_1]'],
    ['en', 'my visa ending four four double two', 'my [ORGANIZATION_1] ending [CREDIT_CARD_1]'],
    ['it', 'abito in via garibaldi dodici a torino', 'abito in [LOCATION_ADDRESS_STREET_1] a torino'],
    ['it', 'vengo da via roma 12/a Torino', 'vengo da [LOCATION_ADDRESS_STREET_1] Torino'],
    ['es', 'calle mayor doce tercero izquierda', '[LOCATION_ADDRESS_STREET_1]'],
    ['it', 'il codice sul retro è quattro uno due', 'il codice sul retro è [CVV_1]'],
    ['fr', 'mon anniversaire est le trois mars', 'mon anniversaire est le [DOB_1]'],
    ['es', 'mi cumpleaños es el tres de marzo', 'mi cumpleaños es el [DOB_1]'],
  ] as const)('are whole: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['en', 'i met her on instagram at the party'],
    ['es', 'dos de cuatro'],
    ['it', 'tre di quattro'],
  ] as const)('are not what only looks like them: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});
