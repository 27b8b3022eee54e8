import { expect, it } from 'vitest';
import { ShownSession } from './shown-session.ts';

const line = (settled: string) => [
  { id: 'a', name: null, language: 'en', settled, unsettled: '', translation: null },
];

it('shows the session that began last while both speak, then the other, then none', () => {
  const shown = new ShownSession();
  expect(shown.lines).toBeNull();
  shown.take('one', line('good'));
  shown.take('two', line('bonjour'));
  shown.take('one', line('good morning'));
  expect(shown.lines).toEqual(line('bonjour'));
  shown.take('two', line('bonjour madame'));
  expect(shown.lines).toEqual(line('bonjour madame'));
  shown.take('two', []);
  expect(shown.lines).toEqual(line('good morning'));
  shown.take('one', []);
  expect(shown.lines).toBeNull();
});
