import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { baseName, fileNameFrom, nameTemplateFault, safeName, uniqueFileNames } from './file-name.ts';

const fields = {
  name: '../../etc/pass wd.mp3',
  id: 'abc',
  format: 'docx',
  extension: 'docx',
  language: 'en',
  date: '2026-01-31',
};

describe('file names', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'writtenAs'))('%j is written as %j', (name, safe) =>
    expect(safeName(name)).toBe(safe),
  );

  it('are short enough for every file system', () => {
    const bytes = (text: string) => new TextEncoder().encode(safeName(text)).length;
    expect(bytes('語'.repeat(300))).toBe(198);
    expect(safeName('🎉'.repeat(300))).toBe('🎉'.repeat(50));
    // What grows with the square of the name would take minutes.
    for (const sign of ['語', 'a', '.', ' ', '\u0301\u0323']) {
      expect(bytes(`a${sign.repeat(2_000_000)}`)).toBeLessThanOrEqual(200);
    }
  });

  it('lose folders and extension of the recording', () => {
    expect(baseName('C:\\talks\\my talk.v2.mp3')).toBe('my talk.v2');
    expect(baseName('Interview with Dr. Smith')).toBe('Interview with Dr. Smith');
  });

  it('follow a template, and never leave its folder', () => {
    expect(fileNameFrom('{{date}}/{{name}} ({{language}}).{{extension}}', fields)).toBe(
      '2026-01-31/pass wd (en).docx',
    );
    expect(fileNameFrom('../../{{name}}', fields)).toBe('pass wd.docx');
    expect(fileNameFrom('/{{id}}', { ...fields, id: '../x' })).toBe('_x.docx');
    expect(fileNameFrom('', fields)).toBe('pass wd.docx');
    expect(fileNameFrom('{{name}}', { ...fields, name: 'Dr. Smith and Co. 2.mp3' })).toBe(
      'Dr. Smith and Co. 2.docx',
    );
  });

  it('of a broken template are refused', () => {
    expect(nameTemplateFault('{{name}}.{{extension}}')).toBeNull();
    expect(nameTemplateFault('{{nome}}')).toBe(
      'unknown field "nome"; there are name, id, format, extension, language, date',
    );
    expect(nameTemplateFault('{{name')).toBe('{{ has no }}');
  });

  it('are different in one folder, whatever their case', () => {
    expect(uniqueFileNames(['a.txt', 'A.txt', 'a (2).txt', 'b'])).toEqual([
      'a.txt',
      'A (2).txt',
      'a (2) (2).txt',
      'b',
    ]);
  });
});
