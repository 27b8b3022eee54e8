import { describe, expect, it } from 'vitest';
import { redactedText as redacted } from '../../../tests/accuracy/pii/redacted-text.ts';

describe('where people say that they live', { timeout: 60_000 }, () => {
  it.each([
    ['en', 'I live in Leeds', 'I live in [LOCATION_CITY_1]'],
    ['en', 'I was born in Coventry.', 'I was born in [LOCATION_CITY_1].'],
    ['es', 'vivo en Sevilla', 'vivo en [LOCATION_CITY_1]'],
    ['es', 'vivo en sevilla', 'vivo en [LOCATION_CITY_1]'],
    ['es', 'Vivo en Palma de Mallorca.', 'Vivo en [LOCATION_CITY_1].'],
    ['es', 'Soy de Murcia.', 'Soy de [LOCATION_CITY_1].'],
    ['de', 'ich wohne in Bochum', 'ich wohne in [LOCATION_CITY_1]'],
    ['de', 'Ich wohne in Bad Homburg.', 'Ich wohne in [LOCATION_CITY_1].'],
    ['de', 'Ich wohne in Halle an der Saale.', 'Ich wohne in [LOCATION_CITY_1].'],
    ['de', 'Ich komme aus Gelsenkirchen.', 'Ich komme aus [LOCATION_CITY_1].'],
    ['de', 'Ich lebe in Österreich.', 'Ich lebe in [LOCATION_COUNTRY_1].'],
    ['fr', "J'habite à Saint-Étienne.", "J'habite à [LOCATION_CITY_1]."],
    ['fr', "J'habite en Belgique.", "J'habite en [LOCATION_COUNTRY_1]."],
    ['it', 'Vivo a Reggio Emilia.', 'Vivo a [LOCATION_CITY_1].'],
    ['it', 'Sono di Pescara.', 'Sono di [LOCATION_CITY_1].'],
    ['pt', 'Moro em São Paulo.', 'Moro em [LOCATION_CITY_1].'],
    ['nl', 'Ik woon in Den Haag.', 'Ik woon in [LOCATION_CITY_1].'],
  ] as const)('is found: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });

  it.each([
    ['en', 'I live in fear.'],
    ['en', 'I was born in Poverty.'],
    ['es', 'vivo en soledad'],
    ['es', 'vivo en alquiler'],
    ['es', 'Soy de Ciencias.'],
    ['de', 'Ich wohne in Untermiete.'],
    ['de', 'ich wohne in der stadt'],
    ['de', 'Ich lebe in Harmonie.'],
    ['de', 'Ich komme aus Versehen.'],
    ['fr', "J'habite à la campagne."],
    ['fr', "J'habite en banlieue."],
    ['it', 'vivo a lungo'],
    ['it', 'Abito a due passi.'],
    ['it', 'abito in centro'],
    ['nl', 'ik woon in een flat'],
  ] as const)('may be no place: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });
});
