import { describe, expect, it } from 'vitest';
import { redactedText as redacted } from '../../../tests/accuracy/pii/redacted-text.ts';

describe('what is said with "I am" and "it is"', { timeout: 60_000 }, () => {
  it.each([
    ['fr', "C'est Apple"],
    ['fr', "C'est Paris"],
    ['fr', "C'est Netflix."],
    ['fr', 'Je suis Belge'],
    ['fr', 'Je suis Lyonnais'],
    ['fr', 'Je suis Parisienne et fière.'],
    ['fr', 'Je suis Breton.'],
    ['fr', 'Je suis Bélier.'],
    ['fr', 'Mon nom est composé.'],
    ['it', 'Sono Capricorno'],
    ['it', 'Sono Siciliana.'],
    ['it', 'È Roma.'],
    ['es', 'Soy Tauro.'],
    ['es', 'Soy Madrileño.'],
    ['es', 'Es Madrid.'],
    ['de', 'Ich bin Berliner'],
    ['de', 'Ich bin Kölner.'],
    ['de', 'Ich bin Schweizer.'],
    ['de', 'Das ist Amazon.'],
    ['pt', 'Sou Brasileiro.'],
    ['nl', 'Ik ben Amsterdammer.'],
    ['nl', 'Dit is Amsterdam.'],
  ] as const)('may be no name: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['fr', "C'est Paris Dubois.", "C'est [NAME_1]."],
    ['fr', "Je m'appelle France.", "Je m'appelle [NAME_1]."],
    ['fr', 'Je suis Laurence Langlois.', 'Je suis [NAME_1].'],
    ['it', 'Sono Gemma.', 'Sono [NAME_1].'],
    ['it', 'Mi chiamo Romano.', 'Mi chiamo [NAME_1].'],
    ['es', 'Soy Leo Messi.', 'Soy [NAME_1].'],
    ['es', 'Soy Virginia.', 'Soy [NAME_1].'],
    ['de', 'Ich bin Günther Berliner.', 'Ich bin [NAME_1].'],
    ['de', 'Ich bin Rainer.', 'Ich bin [NAME_1].'],
    ['de', 'Herr Schweizer ist da.', 'Herr [NAME_1] ist da.'],
    ['pt', 'Sou Fernanda.', 'Sou [NAME_1].'],
    ['nl', 'Ik ben Sanne.', 'Ik ben [NAME_1].'],
    ['en', 'This is Spotify', 'This is [ORGANIZATION_1]'],
    ['en', 'This is Gareth.', 'This is [NAME_1].'],
    ['en', 'Gareth speaking', '[NAME_1] speaking'],
    ['en', 'Fiona here.', '[NAME_1] here.'],
    ['de', 'hier ist die Heike', 'hier ist die [NAME_1]'],
  ] as const)('may be one: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });
});

describe('initials, buildings and parts of the body', { timeout: 60_000 }, () => {
  it.each([
    ['en', 'What is the IP address of the server?'],
    ['en', 'The PDF file is broken.'],
    ['en', 'The flight is BA 117'],
    ['es', 'El vuelo es IB 3170.'],
    ['en', 'It is a Victorian house.'],
    ['en', 'the Baroque palace'],
    ['en', 'a Roman road'],
    ['en', 'She tore her Achilles tendon.'],
    ['en', 'The Achilles tendon hurts.'],
  ] as const)('have no names: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['en', 'He works at IBM.', 'He works at [ORGANIZATION_1].'],
    ['en', 'He phoned the IRS.', 'He phoned the [ORGANIZATION_1].'],
    ['en', 'We met in Hyde park.', 'We met in [LOCATION_1].'],
    ['en', 'The Pacific ocean is deep.', 'The [LOCATION_1] is deep.'],
    ['en', 'The singer is Ba Nguyen.', 'The singer is [NAME_1].'],
  ] as const)('are not like names: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });
});

describe('who is asked for a name', { timeout: 60_000 }, () => {
  it.each([
    ['en', "What's your name? / Hang on."],
    ['en', "What's your name? / Bear with me."],
    ['de', 'Wie ist Ihr Name? / Oh, Entschuldigung.'],
    ['de', 'Ihr Name? / Ja, Moment bitte.'],
    ['fr', 'Votre nom ? / Ah, Excusez-moi.'],
    ['es', '¿Su nombre? / Ah, Disculpe.'],
    ['it', 'Il suo nome? / Ah, Scusi.'],
  ] as const)('may say something else first: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['en', 'And your name? / Hang Nguyen.', 'And your name? / [NAME_1].'],
    ['en', 'And your name? / Pat.', 'And your name? / [NAME_1].'],
    ['de', 'Ihr Name? / Oh, Kaiser.', 'Ihr Name? / Oh, [NAME_1].'],
    ['de', 'Ihr Name? / Ja, Schneider.', 'Ihr Name? / Ja, [NAME_1].'],
    ['it', 'Il suo nome? / Sì, Colombo.', 'Il suo nome? / Sì, [NAME_1].'],
  ] as const)('may tell it: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });
});
