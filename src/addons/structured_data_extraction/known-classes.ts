import type { PiiEntityType } from '../../contract/pii-entity-type.ts';
import type { Transcription } from '../../contract/transcription-result.ts';
import { AppError } from '../../lib/errors.ts';
import type { AddonTools } from '../addon.ts';
import { entityText, findEntities } from '../find-entities.ts';
import { findNames } from '../find-names.ts';
import type { Extracted } from './read-values.ts';

/** Classes that can be found without a language model, by their usual names in the singular. */
const KNOWN: readonly { names: string; types: readonly PiiEntityType[] }[] = [
  { names: 'email,e mail,email address,mail address', types: ['EMAIL_ADDRESS'] },
  { names: 'phone,phone number,telephone,telephone number,mobile number', types: ['PHONE_NUMBER'] },
  { names: 'url,link,website,web address,web site', types: ['URL'] },
  { names: 'ip,ip address', types: ['IP_ADDRESS'] },
  { names: 'date', types: ['DATE', 'DATE_INTERVAL', 'DOB'] },
  { names: 'time', types: ['TIME'] },
  { names: 'duration', types: ['DURATION'] },
  { names: 'age', types: ['AGE'] },
  { names: 'money,amount,price,sum,amount of money', types: ['MONEY'] },
  { names: 'credit card,credit card number,card number', types: ['CREDIT_CARD'] },
  { names: 'bank account,iban,account number', types: ['BANK_ACCOUNT', 'ACCOUNT_NUMBER'] },
  {
    names: 'name,person,people,person name',
    types: ['NAME', 'NAME_GIVEN', 'NAME_FAMILY', 'NAME_MEDICAL_PROFESSIONAL'],
  },
  {
    names: 'place,location',
    types: ['LOCATION', 'LOCATION_CITY', 'LOCATION_COUNTRY', 'LOCATION_STATE', 'LOCATION_ADDRESS'],
  },
  { names: 'city,citie,town', types: ['LOCATION_CITY'] },
  { names: 'country,countrie', types: ['LOCATION_COUNTRY'] },
  { names: 'organization,organisation,company,companie', types: ['ORGANIZATION'] },
];

/** The entity types a class name means; null if only a language model understands it. */
export function typesOfClass(name: string): readonly PiiEntityType[] | null {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  const singular = plain.replace(/s$/u, '');
  const known = KNOWN.find(({ names }) => {
    const list = names.split(',');
    return list.includes(plain) || list.includes(singular);
  });
  return known?.types ?? null;
}

const isName = (type: PiiEntityType): boolean => /^(?:NAME|LOCATION|ORGANIZATION)/.test(type);

/** The values of known classes, found by recognisers of forms and names; null for all others. */
export async function findKnownClasses(
  { utterances }: Transcription,
  classes: readonly string[],
  tools: AddonTools,
): Promise<Extracted> {
  const wanted = new Set(classes.flatMap((name) => typesOfClass(name) ?? []));
  const needsNames = [...wanted].some(isName);
  const names = needsNames
    ? await findNames(utterances, tools, { models: ['named_entity_recognition'], rulesToo: false })
    : { spans: [], readers: {}, lookedFor: new Map<string, ReadonlySet<PiiEntityType>>() };
  if (needsNames) tools.onFacts({ models: names.readers });
  const unread = [...names.lookedFor].filter(([, looked]) => looked.size === 0).map(([language]) => language);
  const entities = findEntities(utterances, (type) => type, names.spans);
  const extracted: Extracted = Object.fromEntries(
    classes.map((name) => {
      const types = typesOfClass(name) ?? [];
      const found = entities.filter(({ type }) => types.includes(type));
      const values = new Map(found.map(({ value, parts }) => [value, entityText(parts, utterances)]));
      return [name, values.size > 0 ? [...values.values()] : null];
    }),
  );
  if (unread.length > 0) {
    const advice = `Nothing here can look for names in ${unread.join(', ')}. Install a names model under Models.`;
    const isEmpty = Object.values(extracted).every((values) => values === null);
    const canFindNothing = unread.length === names.lookedFor.size && [...wanted].every(isName);
    if (isEmpty && canFindNothing) throw new AppError('model_missing', advice);
    await tools.note(advice);
  }
  return extracted;
}
