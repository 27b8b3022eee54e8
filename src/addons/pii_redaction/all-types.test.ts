import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import { noModels } from '../../../tests/fakes/no-models.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import { entityLabel } from '../../contract/transcripts/entity-labels.ts';
import { PII_ENTITY_TYPES, type PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import { ENTITY_GROUPS } from './entity-groups.ts';
import { onUtterances } from './run.ts';

/** A sentence with each type; what must go is marked. Types with none have no rules, in any language. */
const EXAMPLES: Partial<Record<PiiEntityType, string>> = {
  ACCOUNT_NUMBER: 'My account number is <83920174>.',
  AGE: 'She is <35 years old>.',
  DATE: 'We met on <March 3, 2024>.',
  DATE_INTERVAL: 'From <March 2020 to May 2021>.',
  DOB: 'I was born on <March 3, 1980>.',
  DRIVER_LICENSE: "My driver's license is <D1234567>.",
  DURATION: 'It took <three weeks>.',
  EMAIL_ADDRESS: 'Write to <anna.miller@example.com>.',
  EVENT: 'We were there at <Christmas>.',
  FILENAME: 'Open <report.pdf> please.',
  GENDER: 'She is <transgender>.',
  HEALTHCARE_NUMBER: 'My medical record number is <00482913>.',
  IP_ADDRESS: 'Ping <192.168.0.1> again.',
  LANGUAGE: 'He speaks <Portuguese>.',
  LOCATION: 'We moved to <London>.',
  LOCATION_ADDRESS: 'I live at <12 Baker Street>.',
  LOCATION_ADDRESS_STREET: 'I live at <12 Baker Street>.',
  LOCATION_CITY: 'We moved to <London>.',
  LOCATION_COORDINATE: 'We are at <48.8584, 2.2945>.',
  LOCATION_COUNTRY: 'We moved to <Germany>.',
  LOCATION_STATE: 'We moved to <Texas>.',
  LOCATION_ZIP: 'The zip code is <94107>.',
  MARITAL_STATUS: 'They are <divorced>.',
  MONEY: 'It costs <50 dollars>.',
  NAME: 'My name is <Anna Miller>.',
  NAME_FAMILY: 'My name is Anna <Miller>.',
  NAME_GIVEN: 'My name is <Anna> Miller.',
  NAME_MEDICAL_PROFESSIONAL: 'I saw <Dr Anna Miller>.',
  NUMERICAL_PII: 'The case number is <8842119>.',
  OCCUPATION: 'She is a <teacher>.',
  ORGANIZATION: 'She works at <Microsoft>.',
  ORGANIZATION_MEDICAL_FACILITY: "I was at <Saint Mary's Hospital>.",
  ORIGIN: 'He is <Canadian>.',
  PASSPORT_NUMBER: 'My passport number is <C01X0471>.',
  PASSWORD: 'My password is <Swordfish7>.',
  PHONE_NUMBER: 'Call me at <202-555-0143>.',
  PHYSICAL_ATTRIBUTE: 'He has <blue eyes>.',
  POLITICAL_AFFILIATION: 'He is a <Democrat>.',
  RELIGION: 'She is <Catholic>.',
  SEXUALITY: 'He is <gay>.',
  SSN: 'My social security number is <123-45-6789>.',
  TIME: 'At <5:30 p.m.> we leave.',
  URL: 'Our site is <www.example.com>.',
  USERNAME: 'My username is <annamiller>.',
  VEHICLE_ID: 'The VIN is <1HGCM82633A004352>.',
  ZODIAC_SIGN: 'She is a <Capricorn>.',
  BLOOD_TYPE: 'My blood type is <A positive>.',
  CONDITION: 'He has <diabetes>.',
  DOSE: 'Take <50 mg> of it.',
  DRUG: 'She takes <ibuprofen>.',
  INJURY: 'He has a <broken arm>.',
  MEDICAL_PROCESS: 'She had a <biopsy>.',
  STATISTICS: 'The <standard deviation> is known.',
  BANK_ACCOUNT: 'Pay to <DE89 3704 0044 0532 0130 00>.',
  CREDIT_CARD: 'It is <4111 1111 1111 1111>.',
  CREDIT_CARD_EXPIRATION: 'It expires <04/29>.',
  CVV: 'The CVV is <123>.',
  ROUTING_NUMBER: 'The routing number is <021000021>.',
  CORPORATE_ACTION: 'The <merger> is done.',
  DAY: 'See you on <Monday>.',
  FINANCIAL_METRIC: 'Our <revenue> is known.',
  MEDICAL_CODE: 'The ICD code is <E11.9>.',
  MONTH: 'See you in <March>.',
  ORGANIZATION_ID: 'Our VAT number is <123456789>.',
  TREND: 'Sales <went up> again.',
  YEAR: 'That was in <1999>.',
};

const ENTITIES = PII_ENTITY_TYPES.filter((type) => !(type in ENTITY_GROUPS));

/** What is left of an utterance, and what the envelope says of what was not looked for. */
async function redact(text: string, types: PiiEntityType[], language: Utterance['language'] = 'en') {
  const tools = noModels();
  const request = requestParams.parse({
    audio_url: null,
    pii_redaction: true,
    pii_redaction_config: { entity_types: types },
  });
  const utterances = [{ ...utteranceOf(text, 'en'), language }];
  const said = { full_transcript: text, languages: [language], utterances };
  const { transcription, error } = await onUtterances(said, request, tools);
  return { left: transcription.full_transcript, says: error?.message ?? tools.notes.join(' ') };
}

describe('every type of specification §2.7, without a model', { timeout: 60_000 }, () => {
  it.each(ENTITIES)('%s is taken out, or the envelope says that nothing looked for it', async (type) => {
    const marked = EXAMPLES[type];
    const { left, says } = await redact(marked?.replaceAll(/[<>]/g, '') ?? 'Nothing of the kind is said.', [
      type,
    ]);
    if (marked) expect(left).toBe(marked.replace(/<.*>/, `[${type}_1]`));
    else expect(says).toContain(`looks for: ${inEnglish(entityLabel(type))} (English)`);
  });

  it.each(Object.entries(ENTITY_GROUPS))(
    'the group %s takes out all that has rules',
    async (group, members) => {
      const types = PII_ENTITY_TYPES.filter((type) => type === group);
      for (const member of members) {
        const marked = EXAMPLES[member];
        if (!marked) continue;
        const { left } = await redact(marked.replaceAll(/[<>]/g, ''), types);
        const kept = /<(.*)>/.exec(marked)?.[1] ?? '';
        expect(left, member).not.toContain(kept);
      }
    },
  );

  const OTHER_LANGUAGES = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'zh', 'ja', 'ko', 'sv', 'is'] as const;

  /** Have one form in every language: digits, symbols and checksums. */
  const EVERYWHERE: ReadonlySet<PiiEntityType> = new Set<PiiEntityType>([
    'ACCOUNT_NUMBER',
    'BANK_ACCOUNT',
    'CREDIT_CARD',
    'DATE',
    'DOSE',
    'EMAIL_ADDRESS',
    'FILENAME',
    'IP_ADDRESS',
    'LOCATION_COORDINATE',
    'MONEY',
    'NUMERICAL_PII',
    'PHONE_NUMBER',
    'ROUTING_NUMBER',
    'SSN',
    'TIME',
    'URL',
  ]);
  const ANYWHERE =
    'x 83920174 x GB82 WEST 1234 5698 7654 32 x 4111 1111 1111 1111 x 03/04/2024 x 50 mg x anna@example.com x report.pdf x 192.168.0.1 x 48.8584, 2.2945 x €50 x +1 202-555-0143 x 17:30 x www.example.com';

  it.each(OTHER_LANGUAGES)('in %s, each is looked for, or the envelope names it', async (language) => {
    for (const type of ENTITIES) {
      const { left, says } = await redact(ANYWHERE, [type], language);
      const isNamed = says.includes(`looks for: ${inEnglish(entityLabel(type))} (`);
      const isServed = left !== ANYWHERE;
      // In the languages of the rules, words decide: "meine PIN", "mon mot de passe".
      const hasRules = ['de', 'fr', 'es', 'it', 'zh', 'ja', 'ko'].includes(language);
      if (EVERYWHERE.has(type)) expect(isServed || hasRules, `${type} ${says}`).toBe(true);
      else if (!isNamed) expect(LOOKED_FOR[language], type).toContain(type);
    }
  });
});

const CONTEXT_TYPES =
  'AGE BLOOD_TYPE CREDIT_CARD_EXPIRATION CVV DATE_INTERVAL DAY DOB DRIVER_LICENSE DURATION HEALTHCARE_NUMBER LOCATION_ADDRESS_STREET LOCATION_ZIP MEDICAL_CODE MONTH ORGANIZATION_ID PASSPORT_NUMBER PASSWORD USERNAME VEHICLE_ID YEAR';
const NAME_TYPES = 'NAME NAME_FAMILY NAME_GIVEN NAME_MEDICAL_PROFESSIONAL';
const FACILITY = 'ORGANIZATION_MEDICAL_FACILITY';
const UNSPACED = `${NAME_TYPES} CVV DOB LOCATION_ZIP PASSPORT_NUMBER PASSWORD`;

/** What rules look for beside digits and symbols, by language. */
const LOOKED_FOR: Readonly<Record<string, string>> = {
  de: `${CONTEXT_TYPES} ${NAME_TYPES} ${FACILITY}`,
  fr: `${CONTEXT_TYPES} ${NAME_TYPES} ${FACILITY}`,
  es: `${CONTEXT_TYPES} ${NAME_TYPES} ${FACILITY}`,
  it: `${CONTEXT_TYPES} ${NAME_TYPES} ${FACILITY}`,
  pt: `${NAME_TYPES} ${FACILITY}`,
  nl: `${NAME_TYPES} ${FACILITY}`,
  zh: UNSPACED,
  ja: UNSPACED,
  ko: UNSPACED,
  sv: '',
  is: '',
};
