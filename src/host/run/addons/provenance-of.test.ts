import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { envelopeOf } from './envelope-of.ts';
import { provenanceOf } from './provenance-of.ts';

describe('how results came about', () => {
  it.each(
    caseRows<
      [
        { written_by?: string | number; models?: { fr: string[]; en: string[] } | string },
        { made_by?: string; model?: string | null },
      ]
    >(import.meta.url, 'reads'),
  )('%j reads %j', (facts, made) => {
    expect(provenanceOf(facts, [])).toEqual(made);
  });

  it('stands beside the fields of the envelope, with what is missing, each once', () => {
    const made = provenanceOf({ written_by: 'builtin' }, [msg`No names in fr.`, msg`No names in fr.`]);
    expect(envelopeOf({ success: true, seconds: 1, results: 'x', notes: [] }, null, made)).toEqual({
      success: true,
      is_empty: false,
      exec_time: 1,
      error: null,
      results: 'x',
      made_by: 'rules',
      model: null,
      incomplete: ['No names in fr.'],
      texts: [msg`No names in fr.`],
    });
  });
});
