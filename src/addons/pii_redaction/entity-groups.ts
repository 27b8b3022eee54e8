import type { PiiEntityType, PiiGroup } from '../../contract/transcripts/pii-entity-type.ts';

export type PiiEntity = Exclude<PiiEntityType, PiiGroup>;

const NAMES = ['NAME', 'NAME_FAMILY', 'NAME_GIVEN', 'NAME_MEDICAL_PROFESSIONAL'] as const;
const PLACES = [
  'LOCATION',
  'LOCATION_ADDRESS',
  'LOCATION_ADDRESS_STREET',
  'LOCATION_CITY',
  'LOCATION_COORDINATE',
  'LOCATION_ZIP',
] as const;
const REGIONS = ['LOCATION_COUNTRY', 'LOCATION_STATE'] as const;
const ONLINE = ['EMAIL_ADDRESS', 'IP_ADDRESS', 'URL', 'USERNAME', 'PASSWORD'] as const;
const IDS = [
  'ACCOUNT_NUMBER',
  'DRIVER_LICENSE',
  'HEALTHCARE_NUMBER',
  'NUMERICAL_PII',
  'PASSPORT_NUMBER',
  'PHONE_NUMBER',
  'SSN',
  'VEHICLE_ID',
] as const;
const CARD = ['BANK_ACCOUNT', 'CREDIT_CARD', 'CREDIT_CARD_EXPIRATION', 'CVV', 'ROUTING_NUMBER'] as const;
const HEALTH = [
  'BLOOD_TYPE',
  'CONDITION',
  'DOSE',
  'DRUG',
  'INJURY',
  'MEDICAL_CODE',
  'MEDICAL_PROCESS',
] as const;
const BELIEFS = ['ORIGIN', 'POLITICAL_AFFILIATION', 'RELIGION', 'SEXUALITY'] as const;
const PERSON = ['AGE', 'DOB', 'GENDER', 'MARITAL_STATUS', 'OCCUPATION', 'PHYSICAL_ATTRIBUTE'] as const;
const DATES = ['DATE', 'DATE_INTERVAL', 'DAY', 'DOB', 'MONTH', 'YEAR'] as const;

/** Everything that identifies a person. */
const PERSONAL = [
  ...NAMES,
  ...PLACES,
  ...ONLINE,
  ...IDS,
  ...CARD,
  ...PERSON,
  ...BELIEFS,
  ...HEALTH,
  'LANGUAGE',
] as const;

/**
 * Members of each group, after the text that names it. The laws name kinds of data, not entity types: this table is
 * our reading of them, leaning towards redaction; docs/pii-groups.md gives the reasons.
 */
export const ENTITY_GROUPS: Readonly<Record<PiiGroup, readonly PiiEntity[]>> = {
  APPI: [...NAMES, ...PLACES, ...ONLINE, ...IDS, ...CARD, 'AGE', 'DOB', 'GENDER'],
  APPI_SENSITIVE: [...HEALTH, ...BELIEFS, 'GENDER', 'MARITAL_STATUS', 'PHYSICAL_ATTRIBUTE'],
  CCI: [
    'CORPORATE_ACTION',
    'EFFECT',
    'EVENT',
    'FILENAME',
    'FINANCIAL_METRIC',
    'MONEY',
    'ORGANIZATION',
    'ORGANIZATION_ID',
    'PRODUCT',
    'PROJECT',
    'STATISTICS',
    'TREND',
  ],
  CORE_ENTITIES: [
    ...NAMES,
    ...PLACES,
    ...REGIONS,
    ...ONLINE,
    ...IDS,
    ...CARD,
    ...PERSON,
    ...BELIEFS,
    ...DATES,
    'DURATION',
    'EVENT',
    'FILENAME',
    'LANGUAGE',
    'MONEY',
    'ORGANIZATION',
    'ORGANIZATION_MEDICAL_FACILITY',
    'TIME',
    'ZODIAC_SIGN',
  ],
  CPRA: [
    ...NAMES,
    ...PLACES,
    ...ONLINE,
    ...IDS,
    ...CARD,
    ...HEALTH,
    ...BELIEFS,
    ...PERSON,
    'LANGUAGE',
    'PRODUCT',
  ],
  GDPR: [...PERSONAL, 'FILENAME'],
  GDPR_SENSITIVE: [
    ...BELIEFS,
    ...HEALTH,
    'GENDER',
    'HEALTHCARE_NUMBER',
    'ORGANIZATION_MEDICAL_FACILITY',
    'PHYSICAL_ATTRIBUTE',
  ],
  HEALTH_INFORMATION: [
    ...HEALTH,
    'HEALTHCARE_NUMBER',
    'NAME_MEDICAL_PROFESSIONAL',
    'ORGANIZATION_MEDICAL_FACILITY',
    'STATISTICS',
  ],
  HIPAA_SAFE_HARBOR: [
    ...NAMES,
    ...PLACES,
    ...ONLINE,
    ...IDS,
    ...CARD,
    ...DATES,
    'AGE',
    'ORGANIZATION_MEDICAL_FACILITY',
  ],
  LIDI: [
    ...NAMES,
    'LOCATION_ADDRESS',
    'LOCATION_ADDRESS_STREET',
    'EMAIL_ADDRESS',
    'IP_ADDRESS',
    'USERNAME',
    ...IDS,
    ...CARD,
  ],
  NUMERICAL_EXCL_PCI: [
    ...IDS,
    'AGE',
    'DATE',
    'DATE_INTERVAL',
    'DOB',
    'DURATION',
    'IP_ADDRESS',
    'LOCATION_COORDINATE',
    'LOCATION_ZIP',
    'MEDICAL_CODE',
    'MONEY',
    'ORGANIZATION_ID',
    'TIME',
    'YEAR',
  ],
  PCI: [...CARD],
  QUEBEC_PRIVACY_ACT: [...PERSONAL],
};

/** Entities that are a kind of others: requesting one of those includes them. */
export const WIDER_ENTITIES: Readonly<Partial<Record<PiiEntity, readonly PiiEntity[]>>> = {
  NAME_FAMILY: ['NAME'],
  NAME_GIVEN: ['NAME'],
  NAME_MEDICAL_PROFESSIONAL: ['NAME'],
  LOCATION_ADDRESS: ['LOCATION'],
  LOCATION_ADDRESS_STREET: ['LOCATION_ADDRESS', 'LOCATION'],
  LOCATION_CITY: ['LOCATION'],
  LOCATION_COORDINATE: ['LOCATION'],
  LOCATION_COUNTRY: ['LOCATION'],
  LOCATION_STATE: ['LOCATION'],
  LOCATION_ZIP: ['LOCATION_ADDRESS', 'LOCATION'],
  ORGANIZATION_MEDICAL_FACILITY: ['ORGANIZATION'],
  DOB: ['DATE'],
  DATE_INTERVAL: ['DATE'],
  DAY: ['DATE'],
  MONTH: ['DATE'],
  YEAR: ['DATE'],
  BANK_ACCOUNT: ['ACCOUNT_NUMBER', 'NUMERICAL_PII'],
  ACCOUNT_NUMBER: ['NUMERICAL_PII'],
  DRIVER_LICENSE: ['NUMERICAL_PII'],
  HEALTHCARE_NUMBER: ['NUMERICAL_PII'],
  PASSPORT_NUMBER: ['NUMERICAL_PII'],
  ROUTING_NUMBER: ['NUMERICAL_PII'],
  SSN: ['NUMERICAL_PII'],
  VEHICLE_ID: ['NUMERICAL_PII'],
};

/** Entities without a fixed form or a recogniser, which only a model can find; it provides them as `extraEntities`. */
export const MODEL_ENTITIES: ReadonlySet<PiiEntity> = new Set<PiiEntity>([
  ...NAMES,
  ...REGIONS,
  ...BELIEFS,
  'LOCATION',
  'LOCATION_ADDRESS',
  'LOCATION_CITY',
  'CONDITION',
  'CORPORATE_ACTION',
  'DRUG',
  'EFFECT',
  'EVENT',
  'FINANCIAL_METRIC',
  'GENDER',
  'INJURY',
  'LANGUAGE',
  'MARITAL_STATUS',
  'MEDICAL_PROCESS',
  'OCCUPATION',
  'ORGANIZATION',
  'ORGANIZATION_MEDICAL_FACILITY',
  'PHYSICAL_ATTRIBUTE',
  'PRODUCT',
  'PROJECT',
  'STATISTICS',
  'TREND',
  'ZODIAC_SIGN',
]);

/**
 * Entities that the words around them identify, or that are words themselves: outside the languages of these words, rules
 * find them only where they are written in digits and symbols, if at all.
 */
export const WORD_ENTITIES: ReadonlySet<PiiEntity> = new Set<PiiEntity>([
  'AGE',
  'BLOOD_TYPE',
  'CREDIT_CARD_EXPIRATION',
  'CVV',
  'DATE_INTERVAL',
  'DAY',
  'DOB',
  'DRIVER_LICENSE',
  'DURATION',
  'HEALTHCARE_NUMBER',
  'LOCATION_ADDRESS_STREET',
  'LOCATION_ZIP',
  'MEDICAL_CODE',
  'MONTH',
  'ORGANIZATION_ID',
  'PASSPORT_NUMBER',
  'PASSWORD',
  'USERNAME',
  'VEHICLE_ID',
  'YEAR',
]);

const isGroup = (type: PiiEntityType): type is PiiGroup => type in ENTITY_GROUPS;

/** The entities of a request, with groups replaced by their members. An empty request means everything. */
export function requestedEntities(
  types: readonly PiiEntityType[] | undefined,
): ReadonlySet<PiiEntity> | 'all' {
  if (!types || types.length === 0) return 'all';
  return new Set(types.flatMap((type) => (isGroup(type) ? ENTITY_GROUPS[type] : [type])));
}

/**
 * An entity's type in the response: its own, or the narrowest requested wider type. Where only a narrower one was
 * requested that has no finder of its own, the wider find is taken for it: too much is taken out rather than too little.
 * Undefined if nothing of the kind was requested.
 */
export function requestedAs(
  type: PiiEntityType,
  requested: ReadonlySet<PiiEntity> | 'all',
): PiiEntity | undefined {
  if (isGroup(type)) return undefined;
  if (requested === 'all' || requested.has(type)) return type;
  return (
    WIDER_ENTITIES[type]?.find((wider) => requested.has(wider)) ??
    [...requested].find((narrow) => MODEL_ENTITIES.has(narrow) && WIDER_ENTITIES[narrow]?.includes(type))
  );
}
