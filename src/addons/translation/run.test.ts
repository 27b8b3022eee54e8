import { describe, expect, it } from 'vitest';
import { type FakeTools, fakeTools } from '../../../tests/fakes/fake-translator.ts';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { type PreRecordedRequestInput, requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { BrowserModels } from '../../language/text/text-models.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { onTranscript } from './run.ts';

type Config = NonNullable<PreRecordedRequestInput['translation_config']>;

const transcriptOf = (utterances: Utterance[]): Transcription => ({
  full_transcript: utterances.map(({ text }) => text).join(' '),
  languages: [...new Set(utterances.map(({ language }) => language))],
  utterances,
});

const translate = (utterances: Utterance[], config: Config, { tools }: FakeTools) =>
  Promise.resolve(
    onTranscript(
      transcriptOf(utterances),
      requestParams.parse({ audio_url: null, translation: true, translation_config: config }),
      tools,
    ),
  );

/** All capitals: a translation that is easy to verify. */
const capitals = () => fakeTools(({ text }) => [text.toUpperCase()]);

const hello = spokenUtterance('Hello there.', { start: 1, speaker: 0 });
const answer = spokenUtterance(' Good morning.', { start: 4, speaker: 1, channel: 1 });

describe('an engine that takes several texts a call', () => {
  const many = Array.from({ length: 20 }, (_, index) =>
    spokenUtterance(`It is ${index}.`, { start: 10 * index }),
  );

  it('gets sixteen utterances at once, without those in the target language, and reports its failure once', async () => {
    const calls: string[][] = [];
    const fake = capitals();
    const { translator } = fake.tools;
    fake.tools.translator = async (...pair) => ({
      ...(await translator(...pair)),
      readAhead: async (texts) => void calls.push([...texts]),
    });
    const french = spokenUtterance('Bonjour.', { start: 200, language: 'fr' });
    await translate([...many, french], { target_languages: ['fr'] }, fake);
    expect(calls.map(({ length }) => length)).toEqual([16, 4]);
    fake.tools.translator = async (...pair) => ({
      ...(await translator(...pair)),
      readAhead: () => Promise.reject(new AppError('internal', msg`The engine ended.`)),
    });
    const [fr] = await translate(many, { target_languages: ['fr'] }, fake);
    expect(fr?.error?.message).toContain('The engine ended.');
  });

  it('has a note on what may be wrong, with the times', async () => {
    const fake = fakeTools(({ text }) => [text.toUpperCase().replaceAll(/\d/gu, '')]);
    await translate(many.slice(0, 1), { target_languages: ['pt'] }, fake);
    await translate(many.slice(0, 7), { target_languages: ['fr'] }, fake);
    expect(fake.notes).toEqual([
      'Portuguese: One utterance may be translated wrongly: it repeats itself, stayed as it was or lacks numbers. It starts at 00:00:00.',
      'French: 7 utterances may be translated wrongly: they repeat themselves, stayed as they were or lack numbers. They start at 00:00:00, 00:00:10, 00:00:20, 00:00:30, 00:00:40, ….',
    ]);
  });

  it('gives words the times of those that they translate', async () => {
    const fake = capitals();
    fake.tools.translator = async () => ({
      modelId: 'aligned',
      translate: async (text) => [
        {
          source: text,
          text: 'THERE HELLO.',
          score: 0,
          tokens: [],
          words: [
            { start: 0, end: 5, source: 6 },
            { start: 6, end: 12, source: 0 },
          ],
        },
      ],
    });
    const [fr] = await translate([hello], { target_languages: ['fr'] }, fake);
    const [first, second] = hello.words;
    expect(fr?.utterances[0]?.words.map(({ word, start, end }) => [word, start, end])).toEqual([
      ['THERE', second?.start, second?.end],
      [' HELLO.', first?.start, first?.end],
    ]);
  });
});

describe('a model that fails', () => {
  it('midway keeps what was translated; the rest stays in the original, and the error says so', async () => {
    const fake = fakeTools(({ text }) => {
      if (text.includes('morning')) throw new AppError('internal', msg`The model ran out of memory.`);
      return [text.toUpperCase()];
    });
    const [fr] = await translate([hello, answer], { target_languages: ['fr'] }, fake);
    expect(fr?.utterances.map(({ text, language }) => [text, language])).toEqual([
      ['HELLO THERE.', 'fr'],
      [answer.text, 'en'],
    ]);
    expect(fr?.languages).toEqual(['fr', 'en']);
    expect(fr?.error?.message).toMatch(/left untranslated.*ran out of memory/);
  });

  it('for one language does not affect the others', async () => {
    const fake = fakeTools(({ text, pair }) => {
      if (pair === 'en-fr' && text !== '') throw new AppError('internal', msg`The model is damaged.`);
      return [text.toUpperCase()];
    });
    const [fr, de] = await translate([hello], { target_languages: ['fr', 'de'] }, fake);
    expect(fr).toMatchObject({ utterances: [], full_transcript: '' });
    expect(fr?.error?.message).toContain('The model is damaged.');
    expect(de).toMatchObject({ error: null, full_transcript: 'HELLO THERE.' });
  });
});

describe('match_original_utterances', () => {
  it('keeps times, speakers and channels of every utterance [§2.4 TranslationConfig.match_original_utterances]', async () => {
    const [fr] = await translate([hello, answer], { target_languages: ['fr'] }, capitals());
    expect(fr).toMatchObject({
      error: null,
      languages: ['fr'],
      full_transcript: 'HELLO THERE. GOOD MORNING.',
    });
    expect(fr?.utterances.map(({ words: _, text: _text, ...rest }) => rest)).toEqual(
      [hello, answer].map(({ words: _, text: _text, ...rest }) => ({ ...rest, language: 'fr' })),
    );
  });

  it('words share the time by their length, each with its space save the first of the file', async () => {
    const [fr] = await translate([hello, answer], { target_languages: ['fr'] }, capitals());
    expect(fr?.utterances.map(({ words }) => words.map(({ word }) => word))).toEqual([
      ['HELLO', ' THERE.'],
      [' GOOD', ' MORNING.'],
    ]);
    const [first, second] = fr?.utterances[0]?.words ?? [];
    expect(first?.start).toBe(hello.start);
    expect(second?.end).toBe(hello.end);
    expect((first?.end ?? 0) - (first?.start ?? 0)).toBeCloseTo(((hello.end - hello.start) * 5) / 12, 2);
  });

  it('without it, sentences are translated as a whole, wherever the speaker paused [§2.4 TranslationConfig.match_original_utterances]', async () => {
    const parts = [
      spokenUtterance('We see the', { start: 0, speaker: 0 }),
      spokenUtterance(' car and the dog.', { start: 1.5, speaker: 0 }),
      spokenUtterance(' Yes.', { start: 4, speaker: 1 }),
    ];
    const matched = await translate(parts, { target_languages: ['fr'] }, capitals());
    expect(matched[0]?.utterances).toHaveLength(3);
    const fake = capitals();
    const [fr] = await translate(parts, { target_languages: ['fr'], match_original_utterances: false }, fake);
    expect(fake.asked.map(({ text }) => text)).toEqual(['We see the car and the dog.', 'Yes.']);
    expect(fr?.utterances.map(({ text, start, end, speaker }) => ({ text, start, end, speaker }))).toEqual([
      { text: 'WE SEE THE CAR AND THE DOG.', start: 0, end: parts[1]?.end, speaker: 0 },
      { text: 'YES.', start: 4, end: parts[2]?.end, speaker: 1 },
    ]);
  });
});

describe('languages', () => {
  it('target_languages: one result each, in request order, without duplicates [§2.4 TranslationConfig.target_languages]', async () => {
    const results = await translate([hello], { target_languages: ['fr', 'de', 'fr'] }, capitals());
    expect(results.map(({ languages }) => languages)).toEqual([['fr'], ['de']]);
  });

  it('every utterance is translated from its own language; text in the target language stays', async () => {
    const fake = capitals();
    const german = spokenUtterance(' Guten Tag.', { start: 4, language: 'de' });
    const french = spokenUtterance(' Bonjour.', { start: 6, language: 'fr' });
    const [fr] = await translate([hello, german, french], { target_languages: ['fr'] }, fake);
    expect(fake.asked.map(({ pair }) => pair)).toEqual(['en-fr', 'de-fr']);
    expect(fr?.utterances[2]).toEqual(french);
    expect(fr).toMatchObject({ languages: ['fr'], full_transcript: 'HELLO THERE. GUTEN TAG. Bonjour.' });
  });

  it('an unsupported language yields that target’s error, and the others their translation', async () => {
    const fake = fakeTools(({ text, pair }) => (pair === 'en-wo' ? null : [text.toUpperCase()]));
    const [wo, fr] = await translate([hello], { target_languages: ['wo', 'fr'] }, fake);
    expect(wo).toEqual({
      error: {
        status_code: 503,
        exception: 'model_missing',
        message: 'No installed model translates from English into Wolof.',
        texts: [
          msg`No installed model translates from ${{ languages: ['en'] }} into ${{ languages: ['wo'] }}.`,
        ],
      },
      full_transcript: '',
      languages: ['wo'],
      utterances: [],
    });
    expect(fr).toMatchObject({ error: null, full_transcript: 'HELLO THERE.' });
  });

  it('if only part can be translated, the rest stays in the original, and the error says so', async () => {
    const fake = fakeTools(({ text, pair }) => (pair === 'cy-fr' ? null : [text.toUpperCase()]));
    const welsh = spokenUtterance(' Bore da.', { start: 4, language: 'cy' });
    const [fr] = await translate([hello, welsh], { target_languages: ['fr'] }, fake);
    expect(fr).toMatchObject({ languages: ['fr', 'cy'], full_transcript: 'HELLO THERE. Bore da.' });
    expect(fr?.error?.message).toMatch(/^Speech in Welsh was left untranslated\. No installed model/);
    expect(fr?.utterances[1]).toEqual(welsh);
  });

  it('words of unspaced scripts come from a dictionary, without spaces', async () => {
    const fake = fakeTools(() => ['今日は天気がいいです。']);
    const [ja] = await translate([hello, answer], { target_languages: ['ja'] }, fake);
    const words = ja?.utterances[1]?.words.map(({ word }) => word) ?? [];
    expect(words.join('')).toBe('今日は天気がいいです。');
    expect(words.length).toBeGreaterThan(2);
    expect(words.at(-1)).toMatch(/.。$/);
  });

  it('a recording without speech has empty translations and no error', async () => {
    const fake = fakeTools(() => null);
    const results = await translate([], { target_languages: ['fr', 'wo'] }, fake);
    expect(results).toEqual(
      ['fr', 'wo'].map((code) => ({ error: null, full_transcript: '', languages: [code], utterances: [] })),
    );
  });
});

describe('what a translation always preserves', () => {
  it('redaction marks stay verbatim, even if the model would change them', async () => {
    const garbling = fakeTools(({ text }) => [text.replaceAll(/[[\]_#]/g, '?').toUpperCase()]);
    const redacted = spokenUtterance('Call [NAME_1] at ### ####, please.');
    const [fr] = await translate([redacted], { target_languages: ['fr'] }, garbling);
    expect(fr?.full_transcript).toBe('CALL [NAME_1] AT ### ####, PLEASE.');
    const faithful = capitals();
    await translate([redacted], { target_languages: ['fr'] }, faithful);
    expect(faithful.asked).toHaveLength(1);
  });

  it('a text for which the model finds no words stays in the original', async () => {
    const [fr] = await translate(
      [hello],
      { target_languages: ['fr'] },
      fakeTools(() => [' . ']),
    );
    expect(fr?.full_transcript).toBe('Hello there.');
  });
});

describe('the options', () => {
  it('model: base takes the likeliest word each time, batch and enhanced compare several texts [§2.4 TranslationConfig.model]', async () => {
    for (const [model, beams] of [
      ['base', 1],
      ['batch', 2],
      ['enhanced', 4],
    ] as const) {
      const fake = capitals();
      await translate([hello], { target_languages: ['fr'], model }, fake);
      expect(fake.asked).toMatchObject([{ quality: model, options: { beams } }]);
    }
  });

  it('context_adaptation: preceding text is read as context; enhanced reads more of it [§2.4 TranslationConfig.context_adaptation]', async () => {
    const utterances = ['One.', ' Two.', ' Three.', ' Four.', ' Five.'].map((text, index) =>
      spokenUtterance(text, { start: index }),
    );
    const lastBefore = async (config: Partial<Config>) => {
      const fake = capitals();
      await translate(utterances, { target_languages: ['fr'], ...config }, fake);
      return fake.asked.at(-1)?.options.before?.map(({ text }) => text);
    };
    expect(await lastBefore({})).toEqual(['FOUR.']);
    expect(await lastBefore({ model: 'enhanced' })).toEqual(['TWO.', 'THREE.', 'FOUR.']);
    expect(await lastBefore({ context_adaptation: false })).toEqual([]);
  });

  it('context: entries name terms, and its sentences are not read [§2.4 TranslationConfig.context]', async () => {
    const fake = capitals();
    const [fr] = await translate(
      [hello, spokenUtterance(' Call Hello Ltd.', { start: 4 })],
      {
        target_languages: ['fr'],
        context: 'They talk about a train.\nHello = Salut',
      },
      fake,
    );
    expect(fr?.full_transcript).toBe('Salut THERE. CALL Salut LTD.');
    // The sentences are never before an utterance: a model would go on from them.
    expect(fake.asked.flatMap(({ options }) => options.before?.map(({ source }) => source) ?? [])).toEqual([
      'Hello there.',
    ]);
  });

  it('context: a term is found where the model puts an article before it, when it stands alone', async () => {
    const fake = fakeTools(({ text }) => [
      text === 'money' ? 'o dinheiro' : 'Quero o meu dinheiro de volta.',
    ]);
    const said = spokenUtterance('I want my money back.');
    const [pt] = await translate([said], { target_languages: ['pt'], context: 'money = grana' }, fake);
    expect(pt?.full_transcript).toBe('Quero o meu grana de volta.');
  });

  it('context: names in its sentences stay as they are, and nothing is used without context_adaptation', async () => {
    const german = () =>
      fakeTools(({ text }) => [text.replace('Northwind', 'Nordwind').replace('works', 'arbeitet')]);
    const said = spokenUtterance('She works for Northwind.');
    const config = {
      target_languages: ['de' as const],
      context: 'The caller is from Northwind.\nworks = dient',
    };
    expect((await translate([said], config, german()))[0]?.full_transcript).toBe('She dient for Northwind.');
    const without = { ...config, context_adaptation: false };
    expect((await translate([said], without, german()))[0]?.full_transcript).toBe(
      'She arbeitet for Nordwind.',
    );
  });

  it('a translation that loses words of its source to the context is made again without it', async () => {
    const losing = () =>
      fakeTools(({ text, options }) => [options.before?.length ? 'Oui.' : text.toUpperCase()]);
    const utterances = [
      spokenUtterance('Hello.'),
      spokenUtterance(' Please pay 40 euros to Anna Miller.', { start: 4 }),
    ];
    const fake = losing();
    const [fr] = await translate(utterances, { target_languages: ['fr'] }, fake);
    expect(fr?.utterances[1]?.text).toBe('PLEASE PAY 40 EUROS TO ANNA MILLER.');
    expect(fake.asked.at(-1)?.options.before).toEqual([]);
  });

  it('informal: formal words of address are avoided [§2.4 TranslationConfig.informal]', async () => {
    const french = () =>
      fakeTools(({ text, options }) => {
        if (!text.includes('your')) return ['Ils vous voient.'];
        return [options.without?.includes('votre') ? 'Où est ton train ?' : 'Où est votre train ?'];
      });
    const utterances = [spokenUtterance('Where is your train?'), spokenUtterance(' They see.', { start: 4 })];
    const into = async (informal: boolean) =>
      (await translate(utterances, { target_languages: ['fr'], informal }, french()))[0]?.full_transcript;
    expect(await into(false)).toBe('Où est votre train ? Ils vous voient.');
    expect(await into(true)).toBe('Où est ton train ? Ils vous voient.');
  });

  it('lipsync: what takes longer to say than the original is shortened [§2.4 TranslationConfig.lipsync]', async () => {
    const wordy = () =>
      fakeTools(({ options }) =>
        options.short
          ? ['Une traduction remarquablement longue.', 'Oui, bien.', 'Ah.']
          : ['Une traduction remarquablement et extraordinairement longue.'],
      );
    const quick = spokenUtterance('Yes, good.', { pace: 0.05 });
    const slow = spokenUtterance('Yes, good.', { pace: 0.6 });
    const into = async (utterance: Utterance, lipsync: boolean) => {
      const [fr] = await translate([utterance], { target_languages: ['fr'], lipsync }, wordy());
      expect(fr?.utterances[0]).toMatchObject({ start: utterance.start, end: utterance.end });
      return fr?.full_transcript;
    };
    expect(await into(quick, false)).toMatch(/extraordinairement/);
    expect(await into(quick, true)).toBe('Oui, bien.');
    expect(await into(slow, true)).toMatch(/extraordinairement/);
  });
});

describe("the browser's own translator", () => {
  /** Records whether it was opened and closed. */
  const shoutingUntil = (breaks: (text: string) => boolean) => {
    const life: string[] = [];
    const open: BrowserModels['translator'] = async (source, target) => {
      life.push('opened');
      return {
        translate: async (text) => {
          if (breaks(text)) throw new AppError('internal', msg`The browser's translator failed.`);
          return `${text.toUpperCase()} (${source}-${target})`;
        },
        close: () => void life.push('closed'),
      };
    };
    return { open, life };
  };
  const shouting: BrowserModels['translator'] = (source, target) =>
    shoutingUntil(() => false).open(source, target);
  const both = () => fakeTools(({ text }) => [text.toUpperCase()], shouting);

  it('is used if available, without a model', async () => {
    const fake = fakeTools(() => null, shouting);
    const [jw] = await translate([hello], { target_languages: ['jw'] }, fake);
    expect(jw).toMatchObject({ error: null, full_transcript: 'HELLO THERE. (en-jv)' });
    expect(fake.facts).toEqual({ models: { jw: ['browser'] } });
  });

  it('comes first, unless the request needs what only a model can do', async () => {
    const ranOn = async (config: Partial<Config>) => {
      const fake = both();
      await translate([hello], { target_languages: ['fr'], ...config }, fake);
      return fake.facts.models;
    };
    expect(await ranOn({})).toEqual({ fr: ['browser'] });
    for (const config of [{ model: 'enhanced' as const }, { informal: true }, { context: 'A train.' }]) {
      expect(await ranOn(config)).toEqual({ fr: ['model-en-fr'] });
    }
  });

  it('is opened once per language for all texts, and closed', async () => {
    const { open, life } = shoutingUntil(() => false);
    const [fr] = await translate(
      [hello, answer],
      { target_languages: ['fr'] },
      fakeTools(() => null, open),
    );
    expect(fr?.utterances).toHaveLength(2);
    expect(life).toEqual(['opened', 'closed']);
  });

  it('that fails midway is replaced by an installed model, and both are named', async () => {
    const { open, life } = shoutingUntil((text) => text.includes('morning'));
    const fake = fakeTools(({ text }) => [`model: ${text}`], open);
    const [fr] = await translate([hello, answer, hello], { target_languages: ['fr'] }, fake);
    expect(fr).toMatchObject({
      error: null,
      full_transcript: 'HELLO THERE. (en-fr) model: Good morning. model: Hello there.',
    });
    expect(fake.facts).toEqual({ models: { fr: ['browser', 'model-en-fr'] } });
    expect(life.filter((what) => what === 'opened')).toHaveLength(1);
    expect(life).toContain('closed');
  });

  it('that fails midway without an installed model keeps what was translated and reports its own failure', async () => {
    const { open, life } = shoutingUntil((text) => text.includes('morning'));
    const fake = fakeTools(() => null, open);
    const [fr] = await translate([hello, answer], { target_languages: ['fr'] }, fake);
    expect(fr?.utterances.map(({ text }) => text)).toEqual(['HELLO THERE. (en-fr)', answer.text]);
    expect(fr?.error?.message).toMatch(/left untranslated.*The browser's translator failed/);
    expect(life).toContain('closed');
  });

  it('reports progress with each text', async () => {
    const told: [string, number][] = [];
    const fake = fakeTools(
      () => null,
      async () => ({
        translate: async (text) => {
          told.push([text, fake.fractions.at(-1) ?? 0]);
          return text;
        },
        close: () => undefined,
      }),
    );
    await translate([hello, answer], { target_languages: ['fr'] }, fake);
    expect(told).toEqual([
      ['Hello there.', 0],
      ['Good morning.', 0.5],
    ]);
  });

  it('is used if no model is installed for the request', async () => {
    const fake = fakeTools(() => null, shouting);
    const [fr] = await translate([hello], { target_languages: ['fr'], model: 'enhanced' }, fake);
    expect(fr).toMatchObject({ error: null, full_transcript: 'HELLO THERE. (en-fr)' });
    expect(fake.notes).toEqual(['French: No model is installed for enhanced; the browser translated.']);
  });
});

it('reports progress over all languages', async () => {
  const fake = capitals();
  await translate([hello, answer], { target_languages: ['fr', 'de'] }, fake);
  expect(fake.fractions).toEqual([0.25, 0.5, 0.75, 1]);
});
