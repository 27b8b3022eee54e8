import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Connection, connect, SpeechError } from '../../../src/embed/connect.ts';
import type { FrameCapabilities } from '../../../src/embed/messages.ts';

declare global {
  interface Window {
    connect: typeof connect;
    SpeechError: typeof SpeechError;
    app: string;
    stt: Connection;
  }
}

/** How the connection attempt ended. */
export type Connecting = { capabilities: FrameCapabilities } | { code: string; message: string };

/** Connects from a host page that records how it ended; `sandbox` puts the app into a frame without an origin. */
export function startConnecting(
  page: Page,
  options: { sandbox?: boolean; key?: string } = {},
): Promise<Connecting> {
  return page.evaluate(async ({ sandbox, key }) => {
    const frame = sandbox ? document.createElement('iframe') : undefined;
    if (frame) {
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.style.cssText = 'width: 30rem; height: 22rem';
      document.body.append(frame);
    }
    try {
      window.stt = await window.connect({
        src: window.app,
        ...(key && { key }),
        ...(frame && { frame }),
      });
      return { capabilities: window.stt.capabilities };
    } catch (error) {
      if (error instanceof window.SpeechError) return { code: error.code, message: error.message };
      throw error;
    }
  }, options);
}

export const question = (page: Page) => page.frameLocator('iframe');

/** Presses a button of the frame like a person: a press counts only once the pointer has been in the frame for a moment. */
export async function pressInFrame(button: Locator): Promise<void> {
  await button.waitFor();
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 5_000 });
    await expect(button).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
}

/** Allows the site of a page to use the app. */
export const allow = (page: Page): Promise<void> =>
  pressInFrame(question(page).getByRole('button', { name: 'Allow' }));

export async function openHost(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => 'connect' in window);
}

/** Opens a page of another site, connects and allows it. */
export async function connectAllowed(
  page: Page,
  address: string,
  options: { sandbox?: boolean } = {},
): Promise<FrameCapabilities> {
  await openHost(page, address);
  const connecting = startConnecting(page, options);
  await allow(page);
  const ended = await connecting;
  expect(ended).toHaveProperty('capabilities');
  if (!('capabilities' in ended)) throw new Error(ended.message);
  return ended.capabilities;
}

export interface Heard {
  id: string;
  text: string;
  /** The states reported to the page, in order. */
  told: string[];
  threads: unknown;
}

/** Transcribes a recording through the frame with the typed client. */
export function transcribeThere(page: Page, path: string, allowDraft = false): Promise<Heard> {
  const file = { name: basename(path), base64: readFileSync(path).toString('base64') };
  return page.evaluate(
    async ({ name, base64, allow_draft }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const told: string[] = [];
      const job = await window.stt.transcribe(
        new File([bytes], name),
        { model: 'stt-1', allow_draft },
        { onUpdate: ({ status }) => told.push(status), whenModelMissing: 'fail' },
      );
      return {
        id: job.id,
        text: job.result.transcription?.full_transcript ?? '',
        told,
        threads: job.post_session_metadata.threads,
      };
    },
    { ...file, allow_draft: allowDraft },
  );
}

/** Uploads a recording with the frame's `fetch` and creates a job that is queued at first; returns its id. */
export function createThere(page: Page, path: string): Promise<string> {
  const file = { name: basename(path), base64: readFileSync(path).toString('base64') };
  return page.evaluate(async ({ name, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const form = new FormData();
    form.append('audio', new File([bytes], name));
    const uploaded = await window.stt.fetch('/v2/upload', { method: 'POST', body: form });
    const { audio_url } = await uploaded.json();
    const created = await window.stt.fetch('/v2/pre-recorded', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ audio_url }),
    });
    return (await created.json()).id;
  }, file);
}

/** The status of a response to the frame's `fetch`. */
export const statusThere = (page: Page, path: string, method = 'GET'): Promise<number> =>
  page.evaluate(async (request) => (await window.stt.fetch(request.path, request)).status, { path, method });
