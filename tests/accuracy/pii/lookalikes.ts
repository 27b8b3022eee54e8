import type { Chance } from './chance.ts';
import { iban, luhnCard, spoilt, spoiltIban } from './check-digits.ts';
import { COUNTRY, groups } from './entity-values.ts';
import type { Language } from './say.ts';

/** Numbers that look like personal data but are not, by their placeholder in talk with nothing to redact. */
export const LOOKALIKES: Readonly<Record<string, (language: Language, random: Chance) => string>> = {
  '{card}': (_, random) => {
    const number = spoilt(luhnCard(random), random);
    return random.oneOf([number, groups(number, 4)]);
  },
  '{iban}': (language, random) => spoiltIban(iban(COUNTRY[language], random), random),
  '{version}': (_, random) =>
    [random.between(1, 20), random.between(0, 99), random.between(0, 99), random.between(0, 255)].join('.'),
};
