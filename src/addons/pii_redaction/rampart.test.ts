import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import { noModels } from '../../../tests/fakes/no-models.ts';
import {
  hasRampart,
  type MiniatureClassifier,
  rampartClassifier,
} from '../../../tests/miniatures/miniature-classifier.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import { typeOfLabel } from '../../language/entities/label-types.ts';
import type { Label, TokenClassifier } from '../../language/text/text-models.ts';
import { findEntities } from '../find-entities.ts';
import { findNames } from '../find-names.ts';
import type { PiiEntity } from './entity-groups.ts';
import { namesFor, onUtterances, redactUtterances } from './run.ts';

const onProgress = () => undefined;

/** What a classifier finds by itself: type, and seconds of its first and last word. Word `n` lasts from second `n` on. */
async function found(said: string, classifier: TokenClassifier) {
  const utterances = [utteranceOf(said, 'en')];
  const tools = { tokenClassifier: async () => classifier, onProgress };
  const { spans } = await findNames(utterances, tools, { models: ['pii_redaction'], rules: 'otherwise' });
  const types = new Set(spans.map(({ type }) => type));
  return findEntities(utterances, (type) => (types.has(type) ? type : undefined), spans).map(
    ({ type, start, end }) => ({ type, start, end }),
  );
}

describe.skipIf(!hasRampart)('the real model for personal data', { timeout: 120_000 }, () => {
  let model: MiniatureClassifier;
  beforeAll(async () => {
    model = await rampartClassifier();
  }, 120_000);
  afterAll(() => model.dispose());

  it('has 35 labels, each with a type but the one for nothing', async () => {
    const labels = await model.labels();
    expect(labels).toHaveLength(35);
    expect(labels.filter((label) => typeOfLabel(label) === undefined)).toEqual(['O']);
  });

  it.each<[string, PiiEntityType, number, number]>([
    ['My name is Karin Olafson, hello.', 'NAME_GIVEN', 3, 4],
    ['my name is karin olafson hello', 'NAME_FAMILY', 4, 5],
    ['The e-mail is karin.olafson@gmail.com, right?', 'EMAIL_ADDRESS', 3, 4],
    ['my phone number is 614 555 0192', 'PHONE_NUMBER', 4, 7],
    ['The website is http://greenvalley.org now.', 'URL', 3, 4],
    ['My tax ID is 94-3152077.', 'NUMERICAL_PII', 4, 5],
    ['My government ID number is 784-1990-1234567-1.', 'NUMERICAL_PII', 5, 6],
    ['My passport number is C01X0471.', 'PASSPORT_NUMBER', 4, 5],
    ["The driver's license number is D1234567.", 'DRIVER_LICENSE', 5, 6],
    ['I live at 42 Willow Brook Lane, I think.', 'LOCATION_ADDRESS_STREET', 3, 7],
    ['i live at 42 willow brook lane apartment 5b dayton ohio 45402', 'LOCATION_ADDRESS', 7, 9],
    ['i live at 42 willow brook lane apartment 5b dayton ohio 45402', 'LOCATION_CITY', 9, 10],
    ['i live at 42 willow brook lane apartment 5b dayton ohio 45402', 'LOCATION_STATE', 10, 11],
    ['i live at 42 willow brook lane apartment 5b dayton ohio 45402', 'LOCATION_ZIP', 11, 12],
  ])('finds in "%s" the type %s from second %i to %i', async (said, type, start, end) => {
    expect(await found(said, model)).toContainEqual({ type, start, end });
  });

  it('takes nothing from the rules, nor they from it, and a name in parts is one', async () => {
    const utterances = [
      utteranceOf('My name is Karin Olafson, card 4111 1111 1111 1111, at 42 Willow Brook Lane.', 'en'),
    ];
    const tools = { tokenClassifier: async () => model, onProgress };
    const { spans } = await namesFor(utterances, 'all', tools);
    expect(redactUtterances(utterances, undefined, spans).utterances[0]?.text).toBe(
      'My name is [NAME_1], card [CREDIT_CARD_1], at [LOCATION_ADDRESS_STREET_1].',
    );
  });

  it.each<[string, PiiEntity, string]>([
    ['the e-mail is k olafson at gee mail dot com', 'EMAIL_ADDRESS', 'the e-mail is [EMAIL_ADDRESS_1]'],
    [
      'our store on fifth avenue is closed today',
      'LOCATION_ADDRESS_STREET',
      'our store on [LOCATION_ADDRESS_STREET_1] is closed today',
    ],
    ['My tax ID is 94-3152077.', 'SSN', 'My tax ID is [SSN_1].'],
  ])('finds in "%s" %s, if that alone was requested', async (text, type, left) => {
    const utterances = [utteranceOf(text, 'en')];
    const tools = { tokenClassifier: async () => model, onProgress };
    const { spans } = await namesFor(utterances, new Set([type]), tools);
    expect(redactUtterances(utterances, { entity_types: [type] }, spans).utterances[0]?.text).toBe(left);
  });

  it.each([
    ['en', 'at the end of the day dot dot dot you know what i mean'],
    ['de', 'Der Richter sprach mit dem Schneider über den Winter.'],
    ['de', 'die straße war lang und der weg noch länger'],
    ['fr', "il faut marcher le long de la rue jusqu'au pont"],
    ['it', 'il signore ritira domani'],
    ['es', 'hola vida'],
  ] as const)('is contradicted by what rules know of usual words, in %s: %s', async (language, said) => {
    const utterances = [{ ...utteranceOf(said, 'en'), language }];
    const tools = { tokenClassifier: async () => model, onProgress };
    expect(await found(said, model)).not.toEqual([]);
    const { spans } = await namesFor(utterances, 'all', tools);
    expect(redactUtterances(utterances, undefined, spans).utterances[0]?.text).toBe(said);
  });

  it('says what it looked for, and what the rules did', async () => {
    const tools = noModels({
      tokenClassifier: async (use) => (use === 'pii_redaction' ? model : null),
    });
    const params = {
      audio_url: null,
      pii_redaction: true,
      pii_redaction_config: { entity_types: ['NAME' as const, 'PROJECT' as const] },
    };
    const said = {
      full_transcript: '',
      languages: [],
      utterances: [utteranceOf('Ask Karin Olafson.', 'en')],
    };
    await onUtterances(said, requestParams.parse(params), tools);
    expect(tools.facts).toMatchObject({
      models: { en: ['rampart-pii', 'builtin'] },
      looked_for: {
        en: {
          'rampart-pii': expect.arrayContaining(['PASSPORT_NUMBER']),
          builtin: expect.arrayContaining(['NAME']),
        },
      },
    });
    expect(tools.notes.join(' ')).toMatch(
      /rampart-pii looked for: Bank account, .*rules for the rest.* looks for: Project/,
    );
  });
});

describe('what a model labels', () => {
  const KINDS = [
    'GIVEN_NAME SURNAME EMAIL PHONE URL TAX_ID BANK_ACCOUNT ROUTING_NUMBER GOVERNMENT_ID',
    'PASSPORT DRIVERS_LICENSE BUILDING_NUMBER STREET_NAME SECONDARY_ADDRESS CITY STATE ZIP_CODE',
  ].flatMap((names) => names.split(' '));

  it.each(KINDS)('as %s keeps its words and times', async (kind) => {
    const given = ['O', `B-${kind}`, `I-${kind}`, 'O', `B-${kind}`, `B-${kind}`, 'O'];
    const labelWords = async (): Promise<Label[]> => given.map((label) => ({ label, score: 1 }));
    const classifier = { modelId: 'made', labels: async () => given, labelWords };
    const type = typeOfLabel(`B-${kind}`);
    expect(await found('so q1 q2, and q3 q4 then', classifier)).toEqual([
      { type, start: 1, end: 3 },
      { type, start: 4, end: 5 },
      { type, start: 5, end: 6 },
    ]);
  });
});
