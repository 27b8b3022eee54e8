import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../tests/fakes/corrected-document.ts';
import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { exportView } from '../export-view.ts';
import { lettersMissing, writePdf } from './write-pdf.ts';

const about = { id: crypto.randomUUID(), revision: 1, edited_at: null };
const viewOf = (document: CorrectedTranscript, title = 'Talk') =>
  exportView(document, about, { names: true, title });

/** The drawing instructions of all pages, and everything that is not compressed. */
function contentsOf(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes).toString('latin1');
  return raw.replaceAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g, (whole, data: string) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
    } catch {
      return whole;
    }
  });
}

describe('a PDF', () => {
  const talk = documentOf(
    { text: 'Guten Morgen, schön dass Sie da sind.', at: 1, speaker: 0, language: 'de' },
    { text: 'Danke – “gern”.', at: 65, speaker: 1, language: 'de' },
  );
  const withChapters = {
    ...talk,
    chapters: [{ id: 'h0', start: 0.5, title: 'Begrüßung', made_by: 'hand' as const }],
  };

  it('has the text as text, with times, speakers, a title and its language', () => {
    const pdf = contentsOf(writePdf(viewOf(withChapters)));
    expect(pdf).toMatch(/^%PDF-1\./);
    expect(pdf).toContain('(Guten Morgen, sch\u00f6n dass Sie da sind.) Tj');
    expect(pdf).toContain('(1:05   Speaker');
    expect(pdf).toContain('/Title (Talk)');
    expect(pdf).toContain('/Lang (de)');
  });

  it('has chapters as bookmarks that lead to their pages, on numbered pages', () => {
    const long = documentOf(
      ...Array.from({ length: 80 }, (_, index) => ({
        text: `Paragraph number ${index}.`,
        at: index * 10,
        speaker: index % 2,
      })),
    );
    const chapters = [
      { id: 'h0', start: 0, title: 'First', made_by: 'hand' as const },
      { id: 'h1', start: 700, title: 'Last', made_by: 'hand' as const },
    ];
    const pdf = contentsOf(writePdf(viewOf({ ...long, chapters })));
    const pages = pdf.match(/\/Type \/Page\n/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(2);
    expect(pdf).toContain(`(${pages} / ${pages}) Tj`);
    const bookmarks = [...pdf.matchAll(/\/Title \(([^)]*)\)[\s\S]{0,120}?\/Dest \[(\d+) 0 R/g)];
    expect(bookmarks.map(([, title]) => title)).toEqual(['Talk', 'First', 'Last']);
    expect(bookmarks[1]?.[2]).not.toBe(bookmarks[2]?.[2]);
  });

  it('says which letters its fonts lack, and none of those it has', () => {
    expect(lettersMissing(viewOf(withChapters))).toEqual([]);
    expect(lettersMissing(viewOf(documentOf({ text: 'Dzień dobry, 東京 привет', at: 0 })))).toEqual([
      'ń',
      '東',
      '京',
      'п',
      'р',
    ]);
    expect(lettersMissing(viewOf(talk, 'Łódź'))).toEqual(['Ł', 'ź']);
  });
});
