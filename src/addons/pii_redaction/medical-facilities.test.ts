import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { requestedEntities } from './entity-groups.ts';
import { namesFor, redactUtterances } from './run.ts';

async function redact(text: string, language: Utterance['language'], types: PiiEntityType[]) {
  const utterances = [{ ...utteranceOf(text, 'en'), language }];
  const tools = { tokenClassifier: async () => null, onProgress: () => undefined };
  const { spans } = await namesFor(utterances, requestedEntities(types), tools);
  return redactUtterances(utterances, { entity_types: types }, spans).utterances[0]?.text;
}

const LABEL = '[ORGANIZATION_MEDICAL_FACILITY_1]';

describe('named hospitals, clinics and homes', { timeout: 60_000 }, () => {
  it.each([
    ['en', "I was treated at <Saint Mary's Hospital> last week."],
    ['en', "i was treated at <saint mary's hospital> last week"],
    ['en', 'She works at the <Mayo Clinic>.'],
    ['en', 'we drove to <mercy general hospital>'],
    ['en', 'They moved her to the <Hospital of the University of Pennsylvania>.'],
    ['en', '<Riverside Dental Practice> sent the bill.'],
    ['en', '<Sunny Acres Nursing Home> has a bed.'],
    ['en', "I had the scan at <Boston Children's Hospital>."],
    ['de', 'Sie liegt im <Krankenhaus St. Elisabeth>.'],
    ['de', 'Er arbeitet im <Robert-Bosch-Krankenhaus>.'],
    ['de', 'Ich liege in der <Klinik am Park>.'],
    ['fr', "Je suis à l'<hôpital Saint-Louis>."],
    ['fr', "je suis à l'<hôpital de la timone> depuis hier"],
    ['fr', 'Le <CHU de Lille> a appelé.'],
    ['es', 'Estoy en el <Hospital Universitario La Paz>.'],
    ['it', "Lavora all'<Ospedale San Raffaele di Milano>."],
    ['pt', 'Estou no <Hospital Santa Maria>.'],
    ['nl', 'Hij ligt in het <Erasmus MC>.'],
  ] as const)('%s: %s', async (language, marked) => {
    const text = marked.replaceAll(/[<>]/g, '');
    const left = marked.replace(/<.*>/, LABEL);
    expect(await redact(text, language, ['ORGANIZATION_MEDICAL_FACILITY'])).toBe(left);
  });

  it.each([
    ['en', 'I went to the hospital yesterday.'],
    ['en', 'The local hospital is full.'],
    ['en', 'my father died in the general hospital'],
    ['en', 'Our Clinic opens at nine.'],
    ['en', 'he hates hospitals and clinics'],
    ['de', 'Im Krankenhaus Montag war viel los.'],
    ['de', 'Die Klinik hat angerufen.'],
    ['fr', "Je vais à l'hôpital de jour."],
    ['es', 'Voy al hospital mañana.'],
    ['it', 'È in ospedale da ieri.'],
    ['nl', 'Ik moet naar het ziekenhuis.'],
  ] as const)('%s: %s names none', async (language, text) => {
    expect(await redact(text, language, ['ORGANIZATION_MEDICAL_FACILITY'])).toBe(text);
  });

  it('are organisations where those are asked for, and nothing where only people are', async () => {
    const text = 'She works at the Mayo Clinic.';
    expect(await redact(text, 'en', ['ORGANIZATION'])).toBe('She works at the [ORGANIZATION_1].');
    expect(await redact(text, 'en', ['NAME'])).toBe(text);
  });
});
