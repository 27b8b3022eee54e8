import { describe, expect, it } from 'vitest';
import { msg } from '../../../lib/errors/msg.ts';
import { envelopeOf } from './envelope-of.ts';
import { provenanceOf } from './provenance-of.ts';

describe('how results came about', () => {
  it.each([
    [{}, {}],
    [{ written_by: 'builtin' }, { made_by: 'rules', model: null }],
    [{ written_by: 'browser' }, { made_by: 'browser', model: null }],
    [{ written_by: 'qwen3-0.6b' }, { made_by: 'model', model: 'qwen3-0.6b' }],
    [{ models: { fr: [], en: ['builtin'] } }, { made_by: 'rules', model: null }],
    [
      { models: { en: ['bert-multilingual-ner', 'builtin'], fr: ['rampart-pii', 'builtin'] } },
      { made_by: 'model', model: 'bert-multilingual-ner, rampart-pii' },
    ],
    [{ written_by: 7, models: 'all' }, {}],
  ])('%j reads %j', (facts, made) => {
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
