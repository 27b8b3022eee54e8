import lengths from './iban-lengths.json' with { type: 'json' };

/**
 * Length of an IBAN by country: from the registry of ISO 13616, and of countries whose banks write such numbers without
 * being in it.
 */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = lengths;
