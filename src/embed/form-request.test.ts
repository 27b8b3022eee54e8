import { expect, it } from 'vitest';
import { formRequest } from './form-request.ts';

it('encodes a form as the platform reads it, with its files and their names', async () => {
  const form = new FormData();
  form.append('title', 'Grüße');
  form.append('audio', new File(['RIFF'], 'say "hi".wav', { type: 'audio/wav' }));
  const request = formRequest('https://speech.example/v2/upload', {
    method: 'POST',
    headers: { 'x-service-key': 'k' },
    body: form,
  });
  expect(request.headers.get('x-service-key')).toBe('k');
  const read = await request.formData();
  expect(read.get('title')).toBe('Grüße');
  const file = read.get('audio');
  if (!(file instanceof File)) throw new Error('The file is gone.');
  expect([file.name, file.type, await file.text()]).toEqual(['say "hi".wav', 'audio/wav', 'RIFF']);
});

it('passes any other body on as it is', async () => {
  const request = formRequest('https://speech.example/v2/upload', { method: 'POST', body: '{"a":1}' });
  expect(await request.json()).toEqual({ a: 1 });
});
