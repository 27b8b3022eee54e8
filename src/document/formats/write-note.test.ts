import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { serialize } from '../serialize.ts';
import type { ExportOptions } from './export-options.ts';

type Style = 'obsidian' | 'logseq' | 'note';

const about = { id: crypto.randomUUID(), revision: 0, edited_at: null };

const talk = (...names: (string | null)[]): CorrectedTranscript => {
  const document = documentOf(
    { text: 'Good morning. How are you?', at: 1, speaker: 0 },
    { text: 'Fine, thanks.', at: 3725, speaker: 1 },
  );
  const speakers = document.speakers.map((speaker, at) => ({ ...speaker, name: names[at] ?? null }));
  return { ...document, duration: 4000, speakers };
};

const write = (style: Style, document: CorrectedTranscript, options: ExportOptions = {}): string => {
  const given = { names: true, title: 'Talk', date: '2026-01-31T10:00:00.000Z', audio: 'my%20talk.mp3' };
  return String(serialize(document, style, about, { ...given, ...options }).content);
};

/** The properties of a note, by a reader that is not ours, and what follows them. */
function read(note: string): { head: Record<string, unknown>; body: string } {
  const [, yaml = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(note) ?? [];
  for (const version of ['1.1', '1.2'] as const) {
    const parsed = parseDocument(yaml, { version });
    expect(parsed.errors).toEqual([]);
  }
  return { head: parseDocument(yaml).toJS(), body };
}

describe('a note', () => {
  it('for Obsidian has properties, people as pages, and times as links into the recording', () => {
    const { head, body } = read(write('obsidian', talk('Ada', null)));
    expect(head).toEqual({
      title: 'Talk',
      date: '2026-01-31',
      length: '1:06:40',
      languages: ['en'],
      speakers: ['[[Ada]]', 'Speaker 2'],
      tags: ['transcript'],
    });
    expect(body).toBe(
      [
        '![Talk](my%20talk.mp3)',
        '[0:01](my%20talk.mp3#t=1) [[Ada]]: Good morning. How are you?',
        '[1:02:05](my%20talk.mp3#t=3725) **Speaker 2**: Fine, thanks.\n',
      ].join('\n\n'),
    );
  });

  it('for Logseq is the same in properties of its own and in blocks', () => {
    const chapter = { id: 'h0', start: 0.5, title: 'Greetings', made_by: 'hand' as const };
    expect(write('logseq', { ...talk('Ada', 'Ben'), chapters: [chapter] })).toBe(
      [
        'title:: Talk\ndate:: 2026-01-31\nlength:: 1:06:40\nlanguages:: en',
        'speakers:: [[Ada]], [[Ben]]\ntags:: transcript\n',
        '- ![Talk](my%20talk.mp3)\n- ## Greetings',
        '- [0:01](my%20talk.mp3#t=1) [[Ada]]: Good morning. How are you?',
        '- [1:02:05](my%20talk.mp3#t=3725) [[Ben]]: Fine, thanks.\n',
      ].join('\n'),
    );
  });

  it('in plain Markdown has no pages, and without a recording no links', () => {
    const { head, body } = read(write('note', talk('Ada', 'Ben'), { audio: undefined, timestamps: 'line' }));
    expect(head.speakers).toEqual(['Ada', 'Ben']);
    expect(body).toBe(
      '`0:01` **Ada**: Good morning.\\\n`0:02` How are you?\n\n`1:02:05` **Ben**: Fine, thanks.\n',
    );
    expect(write('note', talk(), { timestamps: 'off', speakers: false })).not.toMatch(/#t=|Speaker|`/);
  });

  it.each([
    ['AC/DC: "live"', '[[AC_DC_ _live_|AC/DC: "live"]]'],
    ['Ada [guest] #1 ^x|y', '[[Ada guest 1 x y]]'],
    ['..', '**..**'],
    ['CON', '[[_CON|CON]]'],
    ['[[]]', '**\\[\\[\\]\\]**'],
  ])('leads from the name %j to a page that can be a file', (name, label) => {
    expect(write('obsidian', talk(name))).toContain(` ${label}: Good morning.`);
  });

  it.each([
    ['a (1).mp3', 'a %281%29.mp3'],
    ['a>b)[x](y).mp3', 'a%3Eb%29%5Bx%5D%28y%29.mp3'],
    ['a%20b.mp3', 'a%20b.mp3'],
  ])('keeps the address %j within its link', (audio, address) => {
    expect(write('obsidian', talk(), { audio })).toContain(`](${address.replaceAll(' ', '%20')}#t=1)`);
  });

  it('refuses an address that runs scripts', () => {
    expect(() => write('obsidian', talk(), { audio: 'java\nscript:alert(1)' })).toThrow(/Invalid parameter/);
  });

  it('shows what people say as it is', () => {
    const said = documentOf({ text: '%%hidden%% ==marked== key:: value #tag [[page]] ^block $x$', at: 0 });
    expect(write('obsidian', said)).toContain(
      '\\%\\%hidden\\%\\% \\=\\=marked\\=\\= key:\\: value \\#tag \\[\\[page\\]\\] \\^block \\$x\\$',
    );
  });

  it('has properties that are read as they were, whatever people and recordings are called', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        'yes',
        '---',
        '- a',
        'a: b',
        '"',
        "'",
        '!!js',
        '&a *a',
        '{{x}}',
        '#',
        '\u2028a',
        '\u0085',
        '@',
        '%',
        '\\',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, (title, name) => {
        const { head, body } = read(write('obsidian', talk(name || null, null), { title: title || 'x' }));
        expect(Object.keys(head).filter((key) => key !== 'title')).toEqual([
          ...['date', 'length', 'languages', 'speakers', 'tags'],
        ]);
        // A name without a sign that can be seen is none.
        expect(head.speakers).toContain('Speaker 2');
        expect(body.split('\n').filter((row) => /^\[\d/.test(row))).toHaveLength(2);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});
