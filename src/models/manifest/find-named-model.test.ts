import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { findNamedModel } from './find-named-model.ts';
import type { ManifestModel, StageModel } from './manifest.ts';

const isGenerator = (model: ManifestModel): model is StageModel => model.engine === 'text-generation';

describe('audio_to_llm_config.model: provider/model resolved against the manifest', () => {
  it.each(caseRows<string>(import.meta.url, 'names'))('%s', (name) => {
    expect(findNamedModel(name, isGenerator).id).toBe('qwen3-0.6b');
  });

  it('lists the available ones if the name is unknown', () => {
    expect(() => findNamedModel('openai/gpt-9', isGenerator)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringMatching(/"openai\/gpt-9".*qwen3-0\.6b, qwen2\.5-0\.5b-instruct/),
      }),
    );
  });

  it('accepts no model of another kind', () => {
    expect(() => findNamedModel('go-emotions', isGenerator)).toThrow(/no text model named/);
  });
});
