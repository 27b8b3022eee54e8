import { expect, it } from 'vitest';
import { requestHere } from './request-here.ts';

it('leaves a form beside the request, with its files by reference and their names', async () => {
  const form = new FormData();
  form.append('title', 'Grüße');
  const audio = new File(['RIFF'], 'say "hi".wav', { type: 'audio/wav' });
  form.append('audio', audio);
  const { request, parts = [] } = requestHere('https://speech.example/v2/upload', {
    method: 'POST',
    headers: { 'x-service-key': 'k' },
    body: form,
  });
  expect(Object.fromEntries(request.headers)).toEqual({
    'x-service-key': 'k',
    'content-type': 'multipart/form-data',
  });
  expect(request.body).toBeNull();
  expect(parts.map(({ name, filename }) => [name, filename])).toEqual([
    ['title', null],
    ['audio', 'say "hi".wav'],
  ]);
  expect(await parts[0]?.content.text()).toBe('Grüße');
  expect(parts[1]?.content).toBe(form.get('audio'));
});

it('passes any other body on as it is', async () => {
  const { request, parts } = requestHere('https://speech.example/v2/upload', {
    method: 'POST',
    body: '{"a":1}',
  });
  expect(await request.json()).toEqual({ a: 1 });
  expect(parts).toBeUndefined();
});
