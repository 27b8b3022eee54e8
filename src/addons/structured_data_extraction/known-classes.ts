import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { samePersons } from '../../language/entities/names/same-person.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AddonTools } from '../addon.ts';
import { entityText, findEntities, type LocatedEntity } from '../find-entities.ts';
import { findNames } from '../find-names.ts';
import { personsByRole, type Role } from './person-roles.ts';
import type { Extracted } from './read-values.ts';

interface KnownClass {
  /** Usual names in the singular, separated by commas. */
  names: string;
  types: readonly PiiEntityType[];
  /** Part in the conversation of the people that belong to the class. */
  role?: Role;
  /** What must be said before the value. */
  said?: RegExp;
  /** Types that follow a value and belong to it: the city of an address. */
  joined?: readonly PiiEntityType[];
}

const PEOPLE: readonly PiiEntityType[] = ['NAME', 'NAME_GIVEN', 'NAME_FAMILY', 'NAME_MEDICAL_PROFESSIONAL'];
const CODES: readonly PiiEntityType[] = [
  'NUMERICAL_PII',
  'ACCOUNT_NUMBER',
  'PHONE_NUMBER',
  'ORGANIZATION_ID',
];

/** Classes that can be found without a language model, by their usual names in the singular. */
const KNOWN: readonly KnownClass[] = [
  {
    names: 'customer name,customer,caller,caller name,client name,client,patient name',
    types: PEOPLE,
    role: 'customer',
  },
  {
    names:
      'employee name,employee,agent,agent name,representative,representative name,advisor name,operator name,clerk name',
    types: PEOPLE,
    role: 'employee',
  },
  {
    names:
      'address,street address,postal address,home address,delivery address,shipping address,billing address,addresse',
    types: ['LOCATION_ADDRESS', 'LOCATION_ADDRESS_STREET'],
    joined: ['LOCATION_CITY', 'LOCATION_STATE', 'LOCATION_ZIP', 'LOCATION_COUNTRY'],
  },
  {
    names: 'order number,order id,order no,order',
    types: CODES,
    said: /\border|bestell|commande|pedido|ordin/,
  },
  {
    names: 'invoice number,invoice id,invoice',
    types: CODES,
    said: /invoice|rechnung|facture|factura|fattura/,
  },
  {
    names: 'ticket number,ticket id,case number,case id',
    types: CODES,
    said: /ticket|case|vorgang|dossier|expediente|pratica/,
  },
  {
    names: 'booking number,reservation number,booking reference',
    types: CODES,
    said: /booking|reserv|buchung|prenotazione/,
  },
  { names: 'tracking number', types: CODES, said: /tracking|sendung|suivi|seguimiento|spedizione/ },
  {
    names: 'reference number,confirmation number,confirmation code',
    types: CODES,
    said: /reference|confirmation/,
  },
  {
    names: 'customer number,customer id,member number,client number',
    types: CODES,
    said: /customer|member|client|kunden/,
  },
  { names: 'zip code,postcode,postal code,zip', types: ['LOCATION_ZIP'] },
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
    types: PEOPLE,
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
export const typesOfClass = (name: string): readonly PiiEntityType[] | null => classOf(name)?.types ?? null;

function classOf(name: string): KnownClass | undefined {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  const singular = plain.replace(/s$/u, '');
  return KNOWN.find(({ names }) => {
    const list = names.split(',');
    return list.includes(plain) || list.includes(singular);
  });
}

/** Letters before a value in which what it is must have been said. */
const SAID_BEFORE = 60;

function valuesOf(
  own: KnownClass | undefined,
  entities: readonly LocatedEntity[],
  utterances: readonly Utterance[],
): string[] {
  if (!own) return [];
  let found = entities.filter(({ type }) => own.types.includes(type));
  if (own.role) {
    found = personsByRole(utterances, found).flatMap(({ role, person }) =>
      role === own.role ? [person] : [],
    );
  }
  const { said, joined = [] } = own;
  if (said) found = found.filter((entity) => said.test(textBefore(entity, utterances)));
  const texts = found.map((entity) => ({
    value: entity.value,
    text: textWith(entity, joined, entities, utterances),
  }));
  const persons =
    own.types === PEOPLE ? samePersons(texts.map(({ text }) => text)) : new Map<string, string>();
  const values = new Map<string, string>();
  for (const { value, text } of texts) {
    const key = persons.get(text) ?? value;
    // A person is listed by the longest name.
    if ((values.get(key)?.length ?? 0) < text.length) values.set(key, text);
  }
  return [...values.values()];
}

/** What was said before an entity, in lower case, by anybody. */
function textBefore({ parts }: LocatedEntity, utterances: readonly Utterance[]): string {
  const [part] = parts;
  if (!part) return '';
  const own = utterances[part.utterance]?.words.slice(0, part.first).map(({ word }) => word) ?? [];
  const text = `${utterances[part.utterance - 1]?.text ?? ''} ${own.join('')}`;
  return text.slice(-SAID_BEFORE).toLowerCase();
}

/** Words between the parts of one address. */
const MOST_BETWEEN = 2;

/** An entity's text with those of the given types that follow it at once: "12 Baker Street, London". */
function textWith(
  entity: LocatedEntity,
  joined: readonly PiiEntityType[],
  entities: readonly LocatedEntity[],
  utterances: readonly Utterance[],
): string {
  let last = entity.parts.at(-1);
  const first = entity.parts[0];
  if (!first || !last || joined.length === 0 || entity.parts.length > 1)
    return entityText(entity.parts, utterances);
  for (const { type, parts } of entities) {
    const [next] = parts;
    if (!next || !joined.includes(type) || next.utterance !== last.utterance) continue;
    if (next.first > last.last && next.first - last.last <= MOST_BETWEEN) last = next;
  }
  return entityText([{ ...first, last: last.last, to: last.to }], utterances);
}

const isName = (type: PiiEntityType): boolean => /^(?:NAME|LOCATION|ORGANIZATION)/.test(type);

/** The values of known classes, found by recognisers of forms and names; null for all others. */
export async function findKnownClasses(
  { utterances }: Transcription,
  classes: readonly string[],
  tools: AddonTools,
): Promise<Extracted> {
  const wanted = new Set(
    classes.flatMap((name) => [...(classOf(name)?.types ?? []), ...(classOf(name)?.joined ?? [])]),
  );
  const needsNames = [...wanted].some(isName);
  const names = needsNames
    ? await findNames(utterances, tools, { models: ['named_entity_recognition'], rules: 'otherwise' })
    : { spans: [], readers: {}, lookedFor: new Map<string, ReadonlySet<PiiEntityType>>() };
  if (needsNames) tools.onFacts({ models: names.readers });
  const unread = [...names.lookedFor].filter(([, looked]) => looked.size === 0).map(([language]) => language);
  const entities = findEntities(utterances, (type) => type, names.spans);
  const extracted: Extracted = Object.fromEntries(
    classes.map((name) => {
      const values = valuesOf(classOf(name), entities, utterances);
      return [name, values.length > 0 ? values : null];
    }),
  );
  if (unread.length > 0) {
    const advice = msg`Nothing here can look for names in ${{ languages: unread }}. Install a names model under Models.`;
    const isEmpty = Object.values(extracted).every((values) => values === null);
    const canFindNothing = unread.length === names.lookedFor.size && [...wanted].every(isName);
    if (isEmpty && canFindNothing) throw new AppError('model_missing', advice);
    await tools.note(advice);
  }
  return extracted;
}
