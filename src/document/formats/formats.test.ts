import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { checkWellFormed } from '../../../tests/fakes/check-well-formed.ts';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { textOfExport } from '../../../tests/fakes/text-of-export.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { TRANSCRIPT_FORMATS, type TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import { applyChange } from '../edits/change.ts';
import { renameSpeaker } from '../edits/edit-speakers.ts';
import { serialize } from '../serialize.ts';
import { forClipboard } from './clipboard.ts';
import type { ExportOptions } from './export-options.ts';
import { PAGE_SCRIPT, PAGE_SCRIPT_SHA256 } from './html/page-script.ts';
import { PAGE_STYLE, PAGE_STYLE_SHA256 } from './html/page-style.ts';

const about = {
  id: '00000000-0000-4000-8000-000000000000',
  revision: 1,
  edited_at: '2026-01-02T03:04:05.678Z',
};

const write = (document: CorrectedTranscript, format: TranscriptFormat, options: ExportOptions = {}) =>
  textOfExport(
    serialize(document, format, about, { names: true, template: '{{speaker}}: {{text}}', ...options })
      .content,
  );

const named = (document: CorrectedTranscript, ...names: string[]): CorrectedTranscript => ({
  ...document,
  speakers: document.speakers.map((speaker, at) => ({ ...speaker, name: names[at] ?? null })),
});

const talk = named(
  documentOf(
    { text: 'Good morning. How are you?', at: 1, speaker: 0 },
    { text: 'Fine, thanks.', at: 3725, speaker: 1 },
  ),
  'Ada',
  'Ben',
);
const withChapter = {
  ...talk,
  chapters: [{ id: 'h0', start: 0.5, title: 'Greetings & co', made_by: 'hand' as const }],
};

test('highlights are in Word documents, pages and Markdown, and nowhere else', () => {
  const [first] = talk.paragraphs;
  const [start = 0, end = 0] = [first?.words[1]?.start, first?.words[2]?.end];
  const note = { kind: 'highlight', start, end, channel: 0, text: '', colour: 0 } as const;
  const marked = { ...talk, notes: [{ id: 'n0', ...note }] };
  expect(write(marked, 'md')).toContain('**Ada:** Good <mark>morning. How</mark> are you?');
  expect(write(marked, 'html')).toMatch(/<mark>morning\.<\/mark><\/span> <span[^>]*><mark>How<\/mark>/);
  const { content } = serialize(marked, 'docx', about, { names: true });
  const word = strFromU8(unzipSync(content as Uint8Array)['word/document.xml'] ?? new Uint8Array());
  expect(word).toMatch(
    /<w:highlight w:val="yellow"\/><w:lang w:val="en"\/><\/w:rPr><w:t[^>]*> morning\. How</,
  );
  expect(word).toMatch(/<w:t[^>]*> are you\?</);
  for (const format of ['txt', 'srt', 'csv'] as const)
    expect(write(marked, format)).toBe(write(talk, format));
});

describe('texts', () => {
  it('have stamps nowhere, before paragraphs or before sentences', () => {
    expect(write(talk, 'txt', { timestamps: 'paragraph' })).toBe(
      '[0:01] Ada: Good morning. How are you?\n\n[1:02:05] Ben: Fine, thanks.\n',
    );
    expect(write(talk, 'txt', { timestamps: 'line' })).toBe(
      '[0:01] Ada: Good morning.\n[0:02] How are you?\n\n[1:02:05] Ben: Fine, thanks.\n',
    );
    expect(write(talk, 'txt', { speakers: false })).toBe('Good morning. How are you?\n\nFine, thanks.\n');
  });

  it('in Markdown have headings, bold speakers and hard breaks', () => {
    expect(write(withChapter, 'md', { timestamps: 'line', title: 'Talk #1' })).toBe(
      '# Talk \\#1\n\n## Greetings \\& co\n\n`0:01` **Ada:** Good morning.\\\n`0:02` How are you?\n\n`1:02:05` **Ben:** Fine, thanks.\n',
    );
  });

  it('go to the clipboard as text and as HTML', () => {
    expect(forClipboard(talk, about, { names: true })).toEqual({
      text: 'Ada: Good morning. How are you?\n\nBen: Fine, thanks.\n',
      html: '<p lang="en" dir="auto"><strong>Ada:</strong> Good morning. How are you?</p>\n<p lang="en" dir="auto"><strong>Ben:</strong> Fine, thanks.</p>',
    });
  });
});

describe('a Word document', () => {
  const parts = (document: CorrectedTranscript, options: ExportOptions = {}) => {
    const { content } = serialize(document, 'docx', about, { names: true, ...options });
    if (typeof content === 'string') throw new Error('A Word document is bytes.');
    return Object.fromEntries(
      Object.entries(unzipSync(content)).map(([name, part]) => [name, strFromU8(part)]),
    );
  };

  it('has well-formed parts, each declared', () => {
    const files = parts(withChapter, { title: 'Talk', timestamps: 'line' });
    expect(Object.keys(files)[0]).toBe('[Content_Types].xml');
    for (const part of Object.values(files)) checkWellFormed(part);
    for (const name of ['word/document.xml', 'word/styles.xml', 'docProps/core.xml']) {
      expect(files['[Content_Types].xml']).toContain(`PartName="/${name}"`);
    }
  });

  it('has speakers in bold, chapters as headings, stamps where asked for', () => {
    const text = parts(withChapter, { timestamps: 'paragraph' })['word/document.xml'] ?? '';
    expect(text).toMatch(/<w:rStyle w:val="Speaker"\/><w:b\/><w:bCs\/><\/w:rPr><w:t [^>]+>Ada:<\/w:t>/);
    expect(text).toMatch(/w:val="Heading1".*Greetings &amp; co/);
    expect(text).toContain('[1:02:05]');
    expect(parts(talk)['word/document.xml']).not.toContain('Timestamp');
  });

  it('turns right-to-left paragraphs', () => {
    const hebrew = documentOf({ text: 'שלום עולם', at: 0, language: 'he' }, { text: 'Hello', at: 9 });
    const text = parts(hebrew)['word/document.xml'] ?? '';
    expect(text.match(/<w:bidi\/>/g)).toHaveLength(1);
    expect(text).toMatch(/<w:rtl\/><w:lang w:bidi="he"\/>/);
  });

  it('turns what is written from right to left where the language says something else, and titles', () => {
    const hebrew = documentOf({ text: 'שלום Ada עולם', at: 0 }, { text: 'Hello שלום there', at: 9 });
    const chapters = [{ id: 'h0', start: 9, title: 'פרק', made_by: 'hand' as const }];
    const text = parts({ ...hebrew, chapters }, { title: 'שיחה' })['word/document.xml'] ?? '';
    const turned = [...text.matchAll(/<w:p>(?:(?!<\/w:p>).)*<w:bidi\/>(?:(?!<\/w:p>).)*<\/w:p>/g)];
    expect(turned.map(([paragraph]) => paragraph.replaceAll(/<[^>]*>/g, ''))).toEqual([
      'שיחה',
      'שלום Ada עולם',
      'פרק',
    ]);
    expect(text.match(/<w:rtl\/>/g)).toHaveLength(3);
    expect(write(hebrew, 'html')).toMatch(/<p dir="rtl">.*שלום[\s\S]*<p dir="auto">.*Hello/);
    expect(write(documentOf({ text: 'Ada: שלום עולם', at: 0 }), 'ttml')).toContain('tts:direction="rtl"');
  });

  it('and a web page and the clipboard turn them, too, even where a number or a name comes first', () => {
    const arabic = documentOf({ text: 'Ada قالت مرحبا', at: 0, language: 'ar' }, { text: 'Hello', at: 9 });
    const { content } = serialize(arabic, 'html', about);
    expect(String(content).match(/<section [^>]*lang="ar"[^>]*>\n<p dir="rtl">/g)).toHaveLength(1);
    expect(String(content)).toMatch(/<section [^>]*lang="en"[^>]*>\n<p dir="auto">/);
  });

  it('is the same for the same document', () => {
    const [one, two] = [1, 2].map(() => serialize(talk, 'docx', about).content);
    expect(one).toEqual(two);
  });
});

describe('a page', () => {
  const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

  it('allows its own script and style alone', () => {
    expect(PAGE_SCRIPT_SHA256).toBe(sha256(PAGE_SCRIPT));
    expect(PAGE_STYLE_SHA256).toBe(sha256(PAGE_STYLE));
    expect(PAGE_SCRIPT + PAGE_STYLE).not.toMatch(/<\/|<!--/);
    expect(write(talk, 'html')).toContain(
      `script-src '${PAGE_SCRIPT_SHA256}'; style-src '${PAGE_STYLE_SHA256}'`,
    );
  });

  it('has times at words, links at paragraphs, and a player for a recording', () => {
    const page = write(talk, 'html', { audio: 'my talk.mp3', title: 'Talk' });
    expect(page).toContain('src="my%20talk.mp3"');
    expect(page).toContain('<span data-t="1">Good</span> <span data-t="1.5">morning.</span>');
    expect(page).toContain('<a href="#t=3725">');
    expect(write(talk, 'html', { timestamps: 'off' })).not.toMatch(/<audio|href="#t=/);
  });

  it.each(caseRows<string>(import.meta.url, 'refusesRecording'))('refuses the recording %j', (audio) => {
    expect(() => write(talk, 'html', { audio })).toThrow(/Invalid parameter/);
  });
});

describe('captions', () => {
  it('in SRT and ASS name speakers where they change, if asked for', () => {
    expect(write(talk, 'srt')).not.toContain('Ada');
    expect(write(talk, 'srt', { speakers: true })).toMatch(/\nAda: Good[\s\S]*\nBen: Fine/);
    expect(write(talk, 'vtt', { speakers: false })).not.toContain('<v');
  });

  it('in ASS have hundredths, and the speaker as Name', () => {
    expect(write(talk, 'ass')).toMatch(
      /Dialogue: 0,1:02:05\.00,1:02:0\d\.\d\d,Default,Ben,0,0,0,,Fine, thanks\.\n/,
    );
  });

  it('in TTML have agents, one language and a direction', () => {
    const text = write(talk, 'ttml');
    expect(checkWellFormed(text)).toEqual(
      expect.arrayContaining(['tt', 'head', 'region', 'body', 'div', 'p', 'span']),
    );
    expect(text).toMatch(/<p xml:id="cue2" begin="01:02:05\.000" end="01:02:0\d\.\d{3}" ttm:agent="agent2">/);
    const arabic = documentOf({ text: 'مرحبا بالعالم', at: 0, language: 'ar' });
    expect(write(arabic, 'ttml')).toMatch(/xml:lang="ar"[\s\S]*tts:direction="rtl"/);
    expect(checkWellFormed(write(documentOf(), 'ttml'))).not.toContain('body');
  });
});

describe('tiers', () => {
  const overlapping = named(
    documentOf(
      { text: 'one two three', at: 0, speaker: 0 },
      { text: 'no wait', at: 0.6, speaker: 1 },
      { text: 'four five', at: 1.1, speaker: 0 },
    ),
    'Ada',
    'Ada',
  );

  it('are one for each voice, with different names', () => {
    const names = [...write(overlapping, 'textgrid').matchAll(/name = "([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['Ada', 'Ada - words', 'Ada (2)', 'Ada (2) - words']);
    const tiers = [...write(overlapping, 'eaf').matchAll(/ TIER_ID="([^"]*)"/g)].map(([, name]) => name);
    expect(tiers).toEqual(names);
  });

  it('of a TextGrid have no gaps and no overlaps', () => {
    for (const tier of write(overlapping, 'textgrid').split('class = "IntervalTier"').slice(1)) {
      const [, ...times] = [...tier.matchAll(/xm(in|ax) = ([\d.]+)/g)].map(([, , time]) => Number(time));
      const intervals = times.slice(1);
      expect(intervals.length % 2).toBe(0);
      expect(intervals[0]).toBe(0);
      expect(intervals.at(-1)).toBe(3600);
      for (let at = 0; at < intervals.length; at += 2) {
        expect(Number(intervals[at + 1])).toBeGreaterThan(Number(intervals[at]));
        if (at > 0) expect(intervals[at]).toBe(intervals[at - 1]);
      }
    }
  });

  it('of ELAN have words inside their paragraphs', () => {
    const text = write(overlapping, 'eaf');
    checkWellFormed(text);
    expect(text.match(/<ANNOTATION>/g)).toHaveLength(3 + 7);
    expect(text).toMatch(/PARENT_REF="Ada"/);
  });

  it('of RTTM have no spaces in their names, and turns end at pauses', () => {
    const two = named(
      documentOf(
        { text: 'a b', at: 0, speaker: 0 },
        { text: 'c', at: 2, speaker: 0 },
        { text: 'd', at: 3, speaker: 1 },
      ),
      'Ada L',
      'Ada_L',
    );
    expect(write(two, 'rttm', { title: 'my talk.wav' })).toBe(
      [
        'SPEAKER my_talk.wav 1 0.000 0.900 <NA> <NA> Ada_L <NA> <NA>',
        'SPEAKER my_talk.wav 1 2.000 0.400 <NA> <NA> Ada_L <NA> <NA>',
        'SPEAKER my_talk.wav 1 3.000 0.400 <NA> <NA> Ada_L_2 <NA> <NA>',
        '',
      ].join('\n'),
    );
  });
});

describe('time lines', () => {
  it('as Audacity labels have tabs', () => {
    expect(write(talk, 'audacity')).toBe(
      '1.000000\t3.400000\tAda: Good morning. How are you?\n3725.000000\t3725.900000\tBen: Fine, thanks.\n',
    );
  });

  it('as EDL markers begin at one o’clock', () => {
    const [head, first, second, third] = write(withChapter, 'edl', { title: 'Talk' }).split('\n\n');
    expect(head).toBe('TITLE: Talk\nFCM: NON-DROP FRAME');
    expect(first).toContain('|C:ResolveColorCream |M:Greetings & co |D:1');
    expect(second).toBe(
      '002  001      V     C        01:00:01:00 01:00:01:01 01:00:01:00 01:00:01:01  \n |C:ResolveColorBlue |M:Ada: Good morning. How are you? |D:60',
    );
    expect(third).toContain('02:02:05:00');
    expect(write(talk, 'edl', { frameRate: '29.97' })).toContain('FCM: DROP FRAME');
  });

  it('begin at midnight where a day is too short, and are refused beyond', () => {
    expect(write({ ...talk, duration: 23.5 * 3600 }, 'edl')).toContain(' 00:00:01:00 ');
    expect(() => write({ ...talk, duration: 25 * 3600 }, 'edl')).toThrow(/Invalid parameter/);
  });

  it('in FCPXML are whole frames', () => {
    const text = write(withChapter, 'fcpxml', { frameRate: '29.97' });
    checkWellFormed(text);
    expect(text).toContain('frameDuration="1001/30000s"');
    expect(text).toContain('<marker start="30030/30000s" value="Ada: Good morning. How are you?"');
    expect(text).toMatch(/<chapter-marker [^>]*value="Greetings &amp; co"/);
    for (const [, count] of text.matchAll(/"(\d+)\/30000s"/g)) expect(Number(count) % 1001).toBe(0);
  });
});

const HOSTILE = caseRows<string>(import.meta.url, 'hostile');

describe('hostile names and texts', () => {
  const hostile = (text: string): CorrectedTranscript => ({
    ...named(
      documentOf({ text: `${text} end.`, at: 0, speaker: 0 }, { text: 'ok', at: 5, speaker: 1 }),
      text,
    ),
    chapters: [{ id: 'h', start: 0, title: text, made_by: 'hand' }],
  });
  const options = (text: string): ExportOptions => ({ title: text, timestamps: 'line', speakers: true });

  test.each(HOSTILE)('%j is no markup', (text) => {
    const document = hostile(text);
    for (const format of ['ttml', 'eaf', 'fcpxml'] as const)
      checkWellFormed(write(document, format, options(text)));
    const { content } = serialize(document, 'docx', about, { names: true, ...options(text) });
    if (typeof content === 'string') throw new Error('A Word document is bytes.');
    for (const part of Object.values(unzipSync(content))) checkWellFormed(strFromU8(part));
    const copied = forClipboard(document, about, options(text)).html;
    checkWellFormed(`<div>${copied.replaceAll('<br>', '<br/>')}</div>`);
    for (const [tag] of copied.matchAll(/<[^>]*>/g)) expect(tag).toMatch(/^<\/?(p|strong|br|h2)\b/);
    const page = write(document, 'html', options(text));
    const tags = page.replaceAll(/<(style|script)>[\s\S]*?<\/\1>/g, '').matchAll(/<[^>]*>/g);
    for (const [tag] of tags)
      expect(tag).toMatch(
        /^<(!doctype html|\/?(html|head|meta|title|body|header|h1|h2|main|section|p|strong|a|time|span|button))\b/,
      );
    expect(page.replaceAll(/="[^"]*"/g, '')).not.toMatch(/<[^>]*\son\w+/);
  });

  test.each(HOSTILE)('%j is no formula', (text) => {
    const rows = write(hostile(text), 'csv').split('\r\n').slice(1, -1);
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const row of rows) {
      const cells = [...row.matchAll(/"((?:[^"]|"")*)"|([^,"]+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      );
      expect(cells).toHaveLength(7);
      for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@|%]/);
    }
  });

  test.each(HOSTILE)('%j breaks no row', (text) => {
    const document = hostile(text);
    const rows = (format: TranscriptFormat) => write(document, format, options(text)).split('\n');
    expect(
      rows('audacity')
        .slice(0, -1)
        .filter((row) => row.split('\t').length !== 3),
    ).toEqual([]);
    expect(
      rows('rttm')
        .slice(0, -1)
        .filter((row) => row.split(' ').length !== 10),
    ).toEqual([]);
    expect(rows('ass').filter((row) => /^Dialogue:/.test(row) && /[{}]|\\(?![N\u2060])/.test(row))).toEqual(
      [],
    );
    expect(rows('edl').filter((row) => /^ \|C:/.test(row) && row.split('|').length !== 4)).toEqual([]);
    expect(
      rows('textgrid').filter((row) => /(text|name) = /.test(row) && !/= "([^"]|"")*"$/.test(row)),
    ).toEqual([]);
    expect(rows('md').filter((row) => /^(#{3,}|\s*[-+=>])|(?<!\\)[<[]/.test(row))).toEqual([]);
  });

  it('of any signs make well-formed files', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (text) => {
        const document = hostile(text);
        for (const format of ['ttml', 'eaf', 'fcpxml'] as const) {
          checkWellFormed(write(document, format, options(text)));
        }
      }),
    );
  });
});

describe('a recording of more than a day', () => {
  const long: CorrectedTranscript = {
    ...documentOf({ text: 'At last.', at: 100_000, speaker: 0 }),
    duration: 100_010,
  };

  it.each(TRANSCRIPT_FORMATS.filter((format) => !['edl', 'docx', 'json', 'chapters'].includes(format)))(
    'keeps its times in %s',
    (format) => {
      const text = write(long, format, { timestamps: 'paragraph', template: '{{start|srt}}' });
      expect(text).toMatch(/27:46:40|100000|2500000\/25s/);
    },
  );
});

it('renames speakers in every format that has them', () => {
  const change = renameSpeaker(talk, 's0', 'Grace');
  const renamed = change ? applyChange(talk, change).document : talk;
  for (const format of TRANSCRIPT_FORMATS) {
    if (format !== 'srt' && format !== 'chapters') expect(write(renamed, format)).toContain('Grace');
    expect(write(renamed, format, { speakers: false })).not.toMatch(/Grace|Speaker 1/);
  }
});
