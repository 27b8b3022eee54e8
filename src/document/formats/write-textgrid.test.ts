import { expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { serialize } from '../serialize.ts';

it('a TextGrid doubles quotes and has neither row breaks nor control characters in a text', () => {
  const document = documentOf({ text: 'say "hi"\nnow\u007f ok', at: 0 });
  const content = String(serialize(document, 'textgrid', { id: 'x', revision: 0, edited_at: null }).content);
  expect(content).toContain('text = "say ""hi"" now ok"');
  expect(content).toContain('text = "say"');
  expect(content).not.toMatch(/\u007f|-0/);
});
