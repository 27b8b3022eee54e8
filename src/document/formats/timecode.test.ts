import { describe, expect, it } from 'vitest';
import { framesOfHours, rationalSeconds, timecode, toFrames } from './timecode.ts';

describe('time codes', () => {
  it.each([
    [0, '25', '00:00:00:00'],
    [24, '25', '00:00:00:24'],
    [90_000, '25', '01:00:00:00'],
    // Drop-frame, by SMPTE ST 12-1: two numbers are left out each minute, but every tenth.
    [1799, '29.97', '00:00:59;29'],
    [1800, '29.97', '00:01:00;02'],
    [17_981, '29.97', '00:09:59;29'],
    [17_982, '29.97', '00:10:00;00'],
    [107_892, '29.97', '01:00:00;00'],
    [3600, '59.94', '00:01:00;04'],
    [1440, '23.976', '00:01:00:00'],
  ] as const)('frame %i at %s is %s', (frame, rate, code) => expect(timecode(frame, rate)).toBe(code));

  it('keep to the clock over a day of dropped frames', () => {
    expect(toFrames(3600, '29.97') - framesOfHours(1, '29.97')).toBe(0);
    expect(timecode(toFrames(86_399, '29.97'), '29.97')).toMatch(/^23:59:5[89]/);
  });

  it('are rational in FCPXML', () => {
    expect(rationalSeconds(toFrames(10, '29.97'), '29.97')).toBe('300300/30000s');
    expect(rationalSeconds(0, '25')).toBe('0s');
  });
});
