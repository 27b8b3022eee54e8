import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { FORMAT_FILES, TRANSCRIPT_FORMATS } from '../../src/contract/transcripts/transcript-formats.ts';
import type { TranscriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import { applyChange } from '../../src/document/edits/change.ts';
import { makeDocument } from '../../src/document/make-document.ts';
import { setTranslation } from '../../src/document/translations/paragraph-translations.ts';
import { markRange } from '../../src/document/words/mark-words.ts';
import { saveCorrected } from '../../src/storage/corrections/save-corrected.ts';
import { said } from '../fakes/corrected-document.ts';
import { type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

const utterances = [
  said({ text: 'Good morning Sam.', at: 0, speaker: 0 }),
  said({ text: 'My code is swordfish.', at: 8, speaker: 1 }),
];
const french = [
  said({ text: 'Bonjour Sam.', at: 0, speaker: 0, language: 'fr' }),
  said({ text: 'Mon code est espadon.', at: 8, speaker: 1, language: 'fr' }),
];
const result: TranscriptionResult = {
  metadata: { audio_duration: 12, number_of_distinct_channels: 1, billing_time: 12, transcription_time: 1 },
  transcription: {
    full_transcript: 'Good morning Sam. My code is swordfish.',
    languages: ['en'],
    utterances,
  },
  translation: {
    success: true,
    is_empty: false,
    exec_time: 1,
    error: null,
    results: [
      { error: null, full_transcript: 'Bonjour Sam.', languages: ['fr'], utterances: french },
      {
        error: { status_code: 500, exception: 'x', message: 'It failed.' },
        full_transcript: '',
        languages: ['de'],
        utterances: [],
      },
    ],
  },
};

let service: Service;
let id: string;
beforeEach(async () => {
  service = await startService();
  const file = {
    id: crypto.randomUUID(),
    filename: 'Ünder <b>.wav',
    source: null,
    audio_duration: 12,
    number_of_channels: 1,
  };
  ({ id } = await putJob({ status: 'done', result, file }));
});

const read = (query: string) => service.call(`/v2/pre-recorded/${id}/transcript?${query}`);
const redact = async () => {
  const machine = makeDocument(utterances, 12);
  const range = { from: { paragraph: 1, word: 3 }, end: { paragraph: 1, word: 4 } };
  const change = markRange(machine, range, 'redacted', true);
  if (change) await saveCorrected(id, applyChange(machine, change).document, { revision: 0, document: null });
};

describe('exports', () => {
  it.each(TRANSCRIPT_FORMATS)('answer %s as a file of its type', async (format) => {
    const response = await read(`format=${format}&template=${encodeURIComponent('{{start|srt}} {{text}}')}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(FORMAT_FILES[format].type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const disposition = response.headers.get('content-disposition');
    if (format === 'json') expect(disposition).toBeNull();
    else expect(disposition).toMatch(/^attachment; .*filename\*=UTF-8''%C3%9Cnder%20_b_\./);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(20);
  });

  it('have the bytes of a Word document, with the recording’s name', async () => {
    const parts = unzipSync(new Uint8Array(await (await read('format=docx')).arrayBuffer()));
    expect(strFromU8(parts['word/document.xml'] ?? new Uint8Array())).toContain('Ünder &lt;b&gt;.wav');
  });

  it('keep a page away from the app’s origin', async () => {
    const response = await read('format=html&audio=talk.mp3');
    expect(response.headers.get('content-security-policy')).toBe('sandbox allow-scripts');
    const page = await response.text();
    expect(page).toContain('<h1 dir="auto">Ünder &lt;b&gt;.wav</h1>');
    expect(page).toContain('src="talk.mp3"');
  });

  it.each(['.', ' .', '語', '\u0301'])(
    'take a title of 20,000 signs, and cut it in the name of the file: %j',
    async (sign) => {
      const title = (length: number) =>
        `title=${encodeURIComponent(`T${sign.repeat(length)}`.slice(0, length))}`;
      const response = await read(`format=txt&${title(20_000)}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-disposition')?.length).toBeLessThan(1_000);
      expect((await read(`format=txt&${title(20_001)}`)).status).toBe(400);
    },
  );

  it('take stamps, speakers, frame rate and template', async () => {
    expect(await (await read('format=txt&timestamps=paragraph&speakers=false')).text()).toBe(
      '[0:00] Good morning Sam.\n\n[0:08] My code is swordfish.\n',
    );
    expect(await (await read('format=edl&frame_rate=29.97')).text()).toContain('FCM: DROP FRAME');
    expect(await (await read('format=vtt&look=highlight')).text()).toMatch(
      /Good <\d\d:\d\d:\d\d\.\d{3}>morning/,
    );
    expect(await (await read('format=srt&words=1')).text()).toMatch(/\nGood\n[\s\S]*\nmorning\n/);
    const template = encodeURIComponent('{{speaker|upper}}: {{text}}');
    expect(await (await read(`format=template&template=${template}`)).text()).toBe(
      'SPEAKER 1: Good morning Sam.\nSPEAKER 2: My code is swordfish.\n',
    );
  });

  it('write a translation like the original, without what was redacted there', async () => {
    expect(await (await read('format=txt&language=fr')).text()).toBe(
      'Speaker 1: Bonjour Sam.\n\nSpeaker 2: Mon code est espadon.\n',
    );
    expect(await (await read('format=txt&language=en')).text()).toContain('swordfish');
    await redact();
    for (const format of TRANSCRIPT_FORMATS) {
      const response = await read(`format=${format}&language=fr&template=${encodeURIComponent('{{text}}')}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const texts =
        format === 'docx'
          ? Object.values(unzipSync(bytes)).map((part) => strFromU8(part))
          : [strFromU8(bytes)];
      expect(texts.join(' ')).not.toMatch(/espadon|swordfish/);
    }
  });

  it('write a translation as somebody corrected it, alone and beside the original', async () => {
    const machine = makeDocument(utterances, 12);
    const change = setTranslation(machine, 'p1', 'fr', {
      text: 'Mon mot de passe est espadon.',
      before: french[1] ?? null,
    });
    if (!change) throw new Error('There is such a paragraph.');
    await saveCorrected(id, applyChange(machine, change).document, { revision: 0, document: null });
    expect(await (await read('format=txt&language=fr')).text()).toBe(
      'Speaker 1: Bonjour Sam.\n\nSpeaker 2: Mon mot de passe est espadon.\n',
    );
    expect(await (await read('format=txt&language=en,fr')).text()).toContain(
      'My code is swordfish.\nMon mot de passe est espadon.\n',
    );
    const json = await (await read('language=fr')).json();
    expect(json).toMatchObject({
      revision: 1,
      full_transcript: 'Bonjour Sam. Mon mot de passe est espadon.',
    });
    expect(await (await read('format=txt')).text()).not.toContain('passe');
  });

  it('show two languages side by side, without what was redacted', async () => {
    const both = 'language=en,fr';
    expect(await (await read(`format=txt&${both}`)).text()).toBe(
      'Speaker 1: Good morning Sam.\nBonjour Sam.\n\nSpeaker 2: My code is swordfish.\nMon code est espadon.\n',
    );
    expect(await (await read(`format=md&language=fr,en`)).text()).toContain(
      '**Speaker 1:** Bonjour Sam.\\\nGood morning Sam.',
    );
    expect(await (await read(`format=srt&${both}`)).text()).toContain('\nGood morning Sam.\nBonjour Sam.\n');
    const apart = await (await read(`format=vtt&${both}&layout=apart`)).text();
    expect(apart).toMatch(
      / line:0\n<v Speaker 1>Bonjour Sam\.\n\n\S+ --> \S+\n<v Speaker 1>Good morning Sam\./,
    );
    expect(await (await read(`format=srt&${both}&layout=apart`)).text()).toContain('{\\an8}Bonjour Sam.');
    const page = await (await read(`format=html&${both}`)).text();
    expect(page).toContain('<p class="beside" lang="fr" dir="auto"><span data-t="0">Bonjour</span>');
    const parts = unzipSync(new Uint8Array(await (await read(`format=docx&${both}`)).arrayBuffer()));
    expect(strFromU8(parts['word/document.xml'] ?? new Uint8Array())).toMatch(
      /<w:pStyle w:val="Translation"\/><\/w:pPr><w:r><w:rPr><w:lang w:val="fr"\/><\/w:rPr><w:t[^>]*>Bonjour Sam/,
    );
    await redact();
    for (const format of ['txt', 'md', 'html', 'srt', 'vtt', 'ass'])
      expect(await (await read(`format=${format}&${both}`)).text()).not.toMatch(/espadon|swordfish/);
  });

  it.each([
    [
      'format=json&language=en,fr',
      /^language may be several only for txt, md, docx, html, srt, vtt, ass[\w, ]*, not for json$/,
    ],
    ['format=txt&language=en,xx', /^language\.1 must be one of/],
    ['format=txt&language=en,de', /^language de: there is no such translation/],
    ['format=srt&language=en,fr&layout=left', /^layout must be one of stacked, apart$/],
    ['language=de', /^language de: there is no such translation; there is en, fr$/],
    ['language=xx', /^language\.0 must be one of/],
    ['format=template', /^template is missing/],
    ['format=template&template=%7B%7Bx%7D%7D', /^template line 1: unknown field "x"/],
    ['format=html&audio=javascript:alert(1)', /^audio must be/],
    ['format=edl&frame_rate=26', /^frame_rate must be one of/],
    ['format=ass&look=blink', /^look must be one of/],
    ['format=ass&words=6', /^words must be one of/],
    ['format=txt&timestamps=word', /^timestamps must be one of/],
  ])('refuse %s', async (query, fault) => {
    const response = await read(query);
    expect(response.status).toBe(400);
    const { validation_errors } = await response.json();
    expect(validation_errors).toHaveLength(1);
    expect(validation_errors[0]).toMatch(fault);
  });
});
