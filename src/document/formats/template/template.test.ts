import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../tests/fakes/corrected-document.ts';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { serialize } from '../../serialize.ts';

const about = { id: 'i', revision: 0, edited_at: null };
const talk = {
  ...documentOf(
    { text: 'Good morning. How are you?', at: 1, speaker: 0 },
    { text: '=Fine, "thanks".', at: 3725.5, speaker: 1 },
  ),
  chapters: [{ id: 'h', start: 0, title: 'Start', made_by: 'hand' as const }],
};
const write = (template: string, document: CorrectedTranscript = talk) =>
  serialize(document, 'template', about, { template, title: 'Talk' }).content;

function faultsOf(template: string): string[] {
  try {
    write(template);
  } catch (error) {
    if (error instanceof AppError) return error.details ?? [];
    throw error;
  }
  return [];
}

describe('a template', () => {
  it('stands for each paragraph', () => {
    expect(write('{{index|pad:2}} {{speaker|upper}} [{{start|srt}}] {{text}}')).toBe(
      '01 SPEAKER 1 [00:00:01,000] Good morning. How are you?\n02 SPEAKER 2 [01:02:05,500] =Fine, "thanks".\n',
    );
  });

  it('goes through sections, in which rows of tags alone are not written', () => {
    const template = `{{title}}, {{length}}, {{speakers}}
{{#chapters}}
# {{text}}
{{/chapters}}
{{#paragraphs}}
{{#speaker}}
{{speaker}}:
{{/speaker}}
{{#lines}}
- {{start|seconds}} {{text}}
{{/lines}}
{{/paragraphs}}
`;
    expect(write(template)).toBe(`Talk, 01:00:00, Speaker 1, Speaker 2
# Start
Speaker 1:
- 1.000 Good morning.
- 2.000 How are you?
Speaker 2:
- 3725.500 =Fine, "thanks".
`);
  });

  it('leaves out a condition without a value, and has another text for it', () => {
    const alone = documentOf({ text: 'Alone.', at: 0 });
    expect(write('{{#speaker}}{{speaker}}: {{/speaker}}{{text}}', { ...alone, chapters: [] })).toBe(
      'Alone.\n',
    );
    expect(write('{{speaker|or:Somebody}}', { ...alone, chapters: [] })).toBe('Somebody\n');
  });

  it('escapes for other formats', () => {
    expect(write('{{text|csv}};{{text|json}};{{text|html}}').toString().split('\n')[1]).toBe(
      `"'=Fine, ""thanks""."` + ';"=Fine, \\"thanks\\".";=Fine, &quot;thanks&quot;.',
    );
  });

  it('goes through cues and words', () => {
    expect(write('{{#cues}}{{start|vtt}} {{text}};{{/cues}}')).toContain('01:02:05.500 =Fine, "thanks".;');
    expect(write('{{#words}}{{index}}{{text}} {{/words}}')).toMatch(/^1Good 2morning\. .*7"thanks"\. $/);
  });

  it.each(caseRows<[string, string]>(import.meta.url, 'faults'))(
    '%j is refused with line and reason',
    (template, fault) => {
      const faults = faultsOf(template);
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(fault);
    },
  );

  it('names all its faults, and its size', () => {
    expect(faultsOf('{{a}}\n{{b}}\n')).toHaveLength(2);
    expect(faultsOf('x'.repeat(20_001))).toEqual([
      'template has 20001 characters; at most 20000 are allowed',
    ]);
    expect(faultsOf('{{#text}}'.repeat(30) + '{{/text}}'.repeat(30))[0]).toContain('more than 16 sections');
  });

  it('is refused where it would write more than a device holds', () => {
    expect(faultsOf(`{{text${'|json'.repeat(2_000)}}}`)).toEqual([
      'template line 1: text has 2000 filters; at most 8 are allowed',
    ]);
    const many = documentOf({ text: 'word '.repeat(10_000).trim(), at: 0 });
    const template = `{{#words}}${'x'.repeat(19_000)}{{/words}}`;
    expect(() => write(template, many)).toThrow(AppError);
  });
});
