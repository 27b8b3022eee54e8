import { describe, expect, it } from 'vitest';
import { shownAddress } from './shown-address.ts';

describe('an address as it is shown', () => {
  it.each([
    ['https://example.com/talks/interview-2024.wav', 'https://example.com/talks/interview-2024.wav'],
    ['https://example.com/a.wav?token=s3cr3t&b=1#s3cr3t', 'https://example.com/a.wav?…'],
    ['https://user:s3cr3t@example.com/a.wav', 'https://example.com/a.wav'],
    [
      'https://hooks.example.com/services/T00000000000/s3cr3ts3cr3ts3cr3t99',
      'https://hooks.example.com/services/T00000000000/…',
    ],
    ['https://api.example.org/bot123456:s3cr3t-s3cr3t/send', 'https://api.example.org/…/send'],
    ['s3cr3t', '…'],
  ])('%s', (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
    expect(shown).not.toContain('s3cr3t');
  });

  it('has an end', () => {
    expect(shownAddress(`https://example.com/${'a/'.repeat(5_000)}`).length).toBe(201);
  });
});
