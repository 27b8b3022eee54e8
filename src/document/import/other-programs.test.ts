import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { shownImport } from '../../../tests/fakes/shown-import.ts';
import { sampleDocument } from '../../../tests/readers/sample-document.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import { serialize } from '../serialize.ts';
import { readImport } from './read-import.ts';

const ASS_HEAD =
  '[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name\nStyle: Default\n\n[Events]\n';
const TTML = (body: string, root = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" ${root}>\n<head><metadata><ttm:agent xml:id="a1" type="person"><ttm:name>Ada</ttm:name></ttm:agent></metadata></head><body><div>${body}</div></body></tt>`;

describe('a transcript of another program', () => {
  it.each([
    ['talk.tsv', 'start\tend\ttext\n0\t1000\tHello\n1000\t2000\tWorld\n', ['0-1 "Hello"', '1-2 "World"']],
    [
      'talk.tsv',
      'start\tend\ttext\n0\t1000\t"Yes", he said\n1000\t2000\t"No\n',
      ['0-1 ""Yes", he said"', '1-2 ""No"'],
    ],
    ['talk.csv', 'start,end,text\n0,1500," Hello, you"\n', ['0-1.5 "Hello, you"']],
    [
      'talk.csv',
      'Speaker Name,Start Time,End Time,Text\r\nAda,00:00:01:12,00:00:02:00,"Say ""hi"""\r\n',
      ['1.48-2 [Ada] "Say "hi""'],
    ],
    ['talk.csv', 'Start;Duration;Transcript\n1,5;2;Hello; you\n', ['1.5-3.5 "Hello; you"']],
    ['talk.csv', 'start,end,text\n0,5,One\n5,9,Two\n', ['0-5 "One"', '5-9 "Two"']],
    ['talk.csv', 'Sprecher;Beginn;Ende;Text\nAda;00:00:01,5;00:00:02,5;Hallo\n', ['1.5-2.5 [Ada] "Hallo"']],
    [
      'talk.csv',
      'Début,Fin,Locuteur,Texte\n1.5,2.5,Ada,"Bonjour, ça va"\n',
      ['1.5-2.5 [Ada] "Bonjour, ça va"'],
    ],
    ['talk.csv', 'Od,Do,Text\n0:01,0:02,Ahoj\n0:03,0:05,Ano\n', ['1-2 "Ahoj"', '3-5 "Ano"']],
    ['talk.csv', 'sep=;\r\nstart;end;text\r\n1,5;2,5;Hi\r\n', ['1.5-2.5 "Hi"']],
    [
      'talk.csv',
      'Number,Start time in milliseconds,End time in milliseconds,Text\n1,1000,2000,Hi\n',
      ['1-2 "Hi"'],
    ],
    [
      'talk.csv',
      'word,start,end,confidence\nHi,0.1,0.4,0.9\nyou,0.5,0.7,0.8\nHo,5.0,5.5,0.5\n',
      ['0.1-0.7 "Hi you"', '5-5.5 "Ho"'],
    ],
    ['labels.txt', '0,500000\t1,000000\tHi\n', ['0.5-1 "Hi"']],
    [
      'labels.txt',
      '0.500000\t1.000000\tAda: Hi\n2.000000\t3.000000\tAda: Ho\n',
      ['0.5-1 [Ada] "Hi"', '2-3 [Ada] "Ho"'],
    ],
    [
      'a.ass',
      '[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi\n',
      ['1-2 "Hi"'],
    ],
    ['a', 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi\n', ['1-2 "Hi"']],
    [
      'a.ass',
      `${ASS_HEAD}Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}Hi\n`,
      ['1-2 "Hi"'],
    ],
    [
      'a.ass',
      `${ASS_HEAD}Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,no\nDialogue: 0,0:00:01.00,0:00:02.50,Default,Ada,0,0,0,,{\\i1}Well,{\\i0} yes\\Nand no\nDialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p1}m 0 0 l 1 1\n`,
      ['1-2.5 [Ada] "Well, yes and no"'],
    ],
    [
      'a.ssa',
      '[Script Info]\n\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,NTP,0000,0000,0000,!Effect,Hi\n',
      ['1-2 [NTP] "Hi"'],
    ],
    [
      'c.ttml',
      '<tt><body><div><p begin="00:00:01.000" end="00:00:02.000">Hi</p></div></body></tt>',
      ['1-2 "Hi"'],
    ],
    [
      'c.dfxp',
      TTML(
        '<!-- <p begin="0s">no</p> --><p begin="1.5s" dur="500ms" ttm:agent="a1">Hi &amp;<br/>\n <span tts:color="red">you</span></p>',
      ),
      ['1.5-2 [Ada] "Hi & you"'],
    ],
    ['c.xml', TTML('<p begin="30000000t" end="40000000t">Hi</p>', 'ttp:tickRate="10000000"'), ['3-4 "Hi"']],
    [
      'c.itt',
      TTML('<tt:p begin="00:00:01:12" end="00:00:02:00">Hi</tt:p>', 'ttp:frameRate="24"'),
      ['1.5-2 "Hi"'],
    ],
    [
      'c.ttml',
      TTML('<p><span begin="1s" end="2s">Hi</span> <span begin="2s" end="3s">you</span></p>'),
      ['1-3 "Hi you"'],
    ],
    [
      'c.ttml',
      '<tt><body timeContainer="seq"><p dur="1s">Hi</p><p dur="2s">you</p></body></tt>',
      ['0-1 "Hi"', '1-3 "you"'],
    ],
    ['c.ttml', TTML('<p begin="1s">Hi</p><p begin="1.5s">you</p>'), ['1-1.5 "Hi"', '1.5-2.5 "you"']],
    [
      'c.xml',
      '<?xml version="1.0"?><transcript><text start="1" dur="1">it&amp;#39;s</text></transcript>',
      ['1-2 "it\'s"'],
    ],
    [
      'c.srv3',
      '<?xml version="1.0"?><timedtext format="3"><body><p t="500" d="1500">Hi<s> you</s></p></body></timedtext>',
      ['0.5-2 "Hi you"'],
    ],
    [
      'c.xml',
      '<?xml version="1.0"?><transcript><text start="0.5" dur="1.5">Hi &#39;you&#39;</text></transcript>',
      ['0.5-2 "Hi \'you\'"'],
    ],
    [
      'd.sbv',
      '0:00:00.599,0:00:04.160\nHi\n\n0:00:04.160,0:00:06.770\nHo\nho\n',
      ['0.599-4.16 "Hi"', '4.16-6.77 "Ho ho"'],
    ],
    ['d.sub', '00:00:01.00,00:00:02.00\nHi[br]ho\n', ['1-2 "Hi ho"']],
    [
      'g.TextGrid',
      'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n3\n<exists>\n2\n"IntervalTier"\n"Ada - words"\n0\n3\n3\n0\n1\n"say"\n1\n2\n"""hi"""\n2\n3\n""\n"IntervalTier"\n"Ada - phones"\n0\n3\n1\n0\n3\n"s"\n',
      ['0-2 [Ada] "say "hi""'],
    ],
  ])('is read: %s %j', (name, text, passages) =>
    expect(shownImport(name, text)).toEqual({ passages, notes: [] }),
  );

  it.each([
    [
      'a.docx',
      'PK\x03\x04',
      /it is a Word document\. What can be read: SRT, WebVTT, .* and plain text\. Nothing/,
    ],
    ['a.eaf', '<?xml version="1.0"?><ANNOTATION_DOCUMENT/>', /it is an ELAN file/],
    ['a', '<?xml version="1.0"?><fcpxml/>', /it is an XML file of another kind/],
    ['a.txt', '<!DOCTYPE html><p>Hi', /it is an HTML page/],
    ['a.sub', '{0}{25}Hi', /it is a MicroDVD file/],
    ['a.txt', '{DEFAULT}{}{y:i}\n{0}{25}Hi', /it is a MicroDVD file/],
    ['a.txt', '[10][35]Hi|there\n[40][60]You', /it is an MPL2 file/],
    ['a.scc', 'Scenarist_SCC V1.0\n\n00:00:00:00\t9420', /it is an SCC file/],
    ['a.txt', 'Scenarist_SCC V1.0\n\n00:00:00:00\t9420', /it is an SCC file/],
    ['a.stl', `850STL25.01${' '.repeat(1013)}`, /it is an STL file/],
    ['captions', `850STL25.01${' '.repeat(1013)}`, /it is an STL file/],
    ['a.smi', '<SAMI><BODY><SYNC Start=0><P>Hi', /it is a SAMI file/],
    ['a.txt', '<SAMI>\n<BODY>', /it is a SAMI file/],
    ['a.txt', '%PDF-1.7', /it is a PDF/],
    ['a.rttm', 'SPEAKER a 1 0 1 <NA> <NA> x <NA> <NA>', /it is an RTTM file, which has no text/],
    ['a.csv', 'one,two\n1,2\n', /line 1: its first row must name its columns/],
    ['a.ass', '[Script Info]\n', /it has no dialogue/],
    ['a.ttml', '<tt><body/></tt>', /it has no text with times/],
    [
      'a.textgrid',
      'File type = "ooTextFile"\n"IntervalTier" "a" 0',
      /it is no TextGrid with text, or not all of it/,
    ],
  ])('is refused by the name of its format: %s %j', (name, text, reason) =>
    expect(() => shownImport(name, text)).toThrow(reason),
  );

  it.each([
    [
      'a.ass',
      `${ASS_HEAD}Dialogue: 0,0:00:0x.00,0:00:02.00,Default,,0,0,0,,Lost\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi\n`,
      /^Line 9: .* no pair of times, and was left out/,
    ],
    ['a.ttml', TTML('<p>Lost</p><p begin="1s" end="2s">Hi</p>'), /^1 of its cues have no times/],
    ['a.csv', 'start,end,text\nx,2,Lost\n1.0,2.0,Hi\n', /^Line 2: the row has no start/],
    [
      'a.textgrid',
      'File type = "ooTextFile"\n"IntervalTier" "a" 0 9 3 1 2 "Hi" 2 3 "" 3',
      /^The file is cut off or broken/,
    ],
  ])('loses only what is broken, and says so: %s', (name, text, note) => {
    const { passages, notes } = shownImport(name, text);
    expect(passages.map((passage) => passage.replace('[a] ', ''))).toEqual(['1-2 "Hi"']);
    expect(notes).toEqual([expect.stringMatching(note)]);
  });
});

describe('an export of this app is read again', () => {
  const about = { id: 'i', revision: 0, edited_at: null };
  const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const readAgain = (document: CorrectedTranscript, format: TranscriptFormat, name: string) => {
    const { content } = serialize(document, format, about, { names: true });
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const read = readImport({ name, bytes, format: null });
    if (!('passages' in read)) throw new Error('It holds a document.');
    expect(read.notes).toEqual([]);
    const voices = new Set(read.passages.map(({ voice }) => voice));
    return {
      letters: [...bare(read.passages.map(({ text }) => text).join(''))].sort(),
      voices,
      passages: read.passages,
    };
  };

  it.each([
    ['srt', 'a.srt'],
    ['vtt', 'a.vtt'],
    ['ass', 'a.ass'],
    ['ttml', 'a.ttml'],
    ['csv', 'a.csv'],
    ['textgrid', 'a.TextGrid'],
  ] as const)('with names and texts that attack: %s', (format, name) => {
    const expected = readAgain(sampleDocument(), 'json', 'a.json');
    const read = readAgain(sampleDocument(), format, name);
    expect(read.letters).toEqual(expected.letters);
    expect(read.passages.at(-1)?.start).toBeCloseTo(expected.passages.at(-1)?.start ?? 0, 1);
    expect(read.voices.size).toBe(format === 'srt' ? 1 : 3);
  });

  it.each([
    ['txt', 'a.txt'],
    ['md', 'a.md'],
    ['audacity', 'a.txt'],
  ] as const)('with names before the texts: %s', (format, name) => {
    const document = documentOf(
      { text: 'Good morning [1] & *all*.', at: 1, speaker: 0 },
      { text: 'Hello.', at: 4, speaker: 1 },
      { text: 'So.', at: 8, speaker: 0 },
    );
    const speakers = document.speakers.map((speaker, at) => ({
      ...speaker,
      name: ['Ada', 'BOB'][at] ?? null,
    }));
    const read = readAgain({ ...document, speakers }, format, name);
    expect([...read.voices]).toEqual(['Ada', 'BOB']);
    expect(read.letters.join('')).toBe([...bare('Good morning 1 all Hello So')].sort().join(''));
  });
});
