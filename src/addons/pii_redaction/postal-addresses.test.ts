import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { redactUtterances } from './run.ts';

const TYPES: PiiEntityType[] = ['LOCATION_ADDRESS_STREET', 'LOCATION_ADDRESS', 'LOCATION_ZIP'];
const STREET = '[LOCATION_ADDRESS_STREET_1]';
const PART = '[LOCATION_ADDRESS_1]';
const CODE = '[LOCATION_ZIP_1]';

const redacted = (said: string, language: Utterance['language']): string =>
  redactUtterances([{ ...utteranceOf(said, 'en'), language }], { entity_types: TYPES }).utterances[0]?.text ??
  '';

describe('an address', () => {
  it.each([
    [
      'en',
      'My address is 12 Baker Street, apartment 5B, London.',
      `My address is ${STREET}, ${PART}, London.`,
    ],
    ['en', 'My address is 5 The Mews, Bath.', `My address is ${STREET}, Bath.`],
    ['en', 'her postcode is s w one a two a a', `her postcode is ${CODE}`],
    ['en', "it's flat 4b 110 high street edinburgh", `it's ${PART} ${STREET} edinburgh`],
    ['en', 'Flat 3, 12 Baker Street.', `${PART}, ${STREET}.`],
    ['en', '350 5th Avenue, Suite 400, New York, NY 10118.', `${STREET}, ${PART}, New York, NY ${CODE}.`],
    ['en', '1600 Pennsylvania Avenue NW, Washington, DC 20500.', `${STREET}, Washington, DC ${CODE}.`],
    ['en', '27 Maple Crest Circle, Boise, Idaho 83702.', `${STREET}, Boise, Idaho ${CODE}.`],
    ['en', 'PO Box 1234, Springfield, IL 62704.', `${PART}, Springfield, IL ${CODE}.`],
    ['en', "It's Cherry Lane, number seven.", `It's ${STREET}.`],
    ['en', 'I live on Cherry Lane.', `I live on ${STREET}.`],
    ['de', 'Ich wohne Unter den Linden 77, 10117 Berlin.', `Ich wohne ${STREET}, ${CODE} Berlin.`],
    [
      'de',
      'Meine Adresse ist Platz der Republik 1, 11011 Berlin.',
      `Meine Adresse ist ${STREET}, ${CODE} Berlin.`,
    ],
    ['de', 'Ich wohne Am Markt 3.', `Ich wohne ${STREET}.`],
    ['de', 'Ich wohne in der Langen Gasse 5.', `Ich wohne in der ${STREET}.`],
    ['de', 'Es ist An der Alster 12, 20099 Hamburg.', `Es ist ${STREET}, ${CODE} Hamburg.`],
    ['de', 'Karl-Marx-Straße 12a, D-10117 Berlin.', `${STREET}, ${CODE} Berlin.`],
    ['de', 'Straße des 17. Juni 135, 10623 Berlin.', `${STREET}, ${CODE} Berlin.`],
    ['de', 'ich wohne in der berliner straße fünf', `ich wohne in der ${STREET}`],
    ['de', 'Bahnhofstr. 3, 8001 Zürich.', `${STREET}, ${CODE} Zürich.`],
    ['fr', '3 rue du 11 novembre, 67000 Strasbourg.', `${STREET}, ${CODE} Strasbourg.`],
    ['it', 'Via San Giovanni in Laterano 10, 00184 Roma.', `${STREET}, ${CODE} Roma.`],
    ['de', 'Postfach 1234, 50667 Köln.', `${PART}, ${CODE} Köln.`],
    ['es', 'Vivo en la calle Mayor, 28, 28013 Madrid.', `Vivo en la ${STREET}, ${CODE} Madrid.`],
    [
      'es',
      'Mi dirección es Avda. de América 4, 3º B, 28028 Madrid.',
      `Mi dirección es ${STREET}, ${CODE} Madrid.`,
    ],
    ['es', 'Paseo de la Castellana, 100, 28046 Madrid.', `${STREET}, ${CODE} Madrid.`],
    ['es', 'Plaza de España, s/n, 41013 Sevilla.', `${STREET}, ${CODE} Sevilla.`],
    ['es', 'vivo en gran vía treinta y dos', `vivo en ${STREET}`],
    ['es', 'C/ Alcalá 45, piso 3, 28014 Madrid.', `${STREET}, ${PART}, ${CODE} Madrid.`],
    ['fr', 'J’habite 12 rue Voltaire, 75003 Paris.', `J’habite ${STREET}, ${CODE} Paris.`],
    ['fr', "J'habite au 12 bis, rue de la Paix, 75002 Paris.", `J'habite au ${STREET}, ${CODE} Paris.`],
    [
      'fr',
      '12, rue du Faubourg Saint-Honoré, appartement 4, 75008 Paris.',
      `${STREET}, ${PART}, ${CODE} Paris.`,
    ],
    ['fr', "j'habite rue victor hugo", `j'habite ${STREET}`],
    ['it', 'Abito in via Roma 12, 80142 Napoli.', `Abito in ${STREET}, ${CODE} Napoli.`],
    ['it', 'Via Garibaldi, 5, 20121 Milano.', `${STREET}, ${CODE} Milano.`],
    ['it', 'Via 4 Novembre 7, scala B.', `${STREET}, ${PART}.`],
    ['it', 'Largo di Torre Argentina n. 11.', `${STREET}.`],
  ] as const)('in %s is taken out: %s', (language, said, left) => {
    expect(redacted(said, language)).toBe(left);
  });

  it.each([
    ['en', '5 people crossed the street and 2 cars turned into the road.'],
    ['en', 'It is a 20 minute drive and a 5 minute walk.'],
    ['en', 'There were 3 of us on the way, 2 blocks down the road.'],
    ['en', 'I saw an apartment I like. Unit 3 of the course is over.'],
    ['en', 'We went there via flight 12 and called 3 times.'],
    ['de', 'Im Supermarkt 3 Äpfel, auf Platz 3, am Ende 5 Leute und am Montag 3 Uhr.'],
    ['de', 'Auf dem Heimweg 3 Freunde getroffen. Der Zug fährt von Bahnsteig 5.'],
    ['fr', 'Il y a 3 places dans la rue et 5 routes.'],
    ['es', 'El curso es de 5 a 8 y voy de camino a las 5.'],
    ['es', 'votó en contra de la nueva carretera después de un debate'],
    ['it', 'ha votato contro la nuova strada dopo un lungo dibattito'],
    ['it', 'Vado via alle 5 e torno per strada con 3 amici.'],
  ] as const)('is not found where there is none: %s: %s', (language, said) => {
    expect(redacted(said, language)).toBe(said);
  });
});
