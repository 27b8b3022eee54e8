import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_OCCASIONS } from './error-occasions.ts';
import { ERROR_TABLE } from './error-table.ts';
import { AppError, codeOfStatus, isErrorCode, remedyOf } from './errors.ts';
import { inEnglish, msg } from './msg.ts';

const documented = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .slice(1)
  .map(([, code, status, when, remedy]) => ({ code, status: Number(status), when, remedy }));

describe('§7: the table of errors', () => {
  it('is the same in code and in docs/errors.md [§7 Error bodies for other statuses]', () => {
    const inCode = Object.entries(ERROR_TABLE).map(([code, { status, remedy }]) => ({
      code,
      status,
      when: isErrorCode(code) ? ERROR_OCCASIONS[code] : '',
      remedy: inEnglish(remedy),
    }));
    expect(documented).toEqual(inCode);
  });

  it('has every status that the service returns', () => {
    const statuses = new Set(Object.values(ERROR_TABLE).map(({ status }) => status));
    expect([...statuses]).toEqual([
      400, 401, 404, 405, 409, 413, 415, 416, 422, 429, 499, 500, 501, 502, 503, 504, 507,
    ]);
  });

  it('has a remedy for every error, including one known only to another version', () => {
    for (const [code, { remedy }] of Object.entries(ERROR_TABLE)) {
      expect(inEnglish(remedy), code).toMatch(/^[A-Z].{20,}\.$/);
      expect(remedyOf(code)).toBe(remedy);
    }
    expect(remedyOf('of_another_version')).toBe(ERROR_TABLE.internal.remedy);
    expect(remedyOf('constructor')).toBe(ERROR_TABLE.internal.remedy);
  });

  it('maps a status to its code, and an error to its status', () => {
    expect(codeOfStatus(502)).toBe('remote_audio');
    expect(codeOfStatus(418)).toBe('internal');
    expect(new AppError('storage_full', msg`Full.`).status).toBe(507);
  });
});
