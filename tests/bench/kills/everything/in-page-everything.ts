/** What the app's API says of a job. */
export interface JobState {
  /** Of the answer: 404 for a deleted one. While the library is being put back there is none. */
  answer: number;
  status: string;
  text: string;
}

/** What the bench calls in pages of the app, in any browser. */
export interface InPageEverything {
  /** Opens a transcript for correcting, with the caret at the end of its first paragraph; the text that is shown. */
  correct(jobId: string): Promise<string>;
  /** Types behind the caret. */
  type(text: string): void;
  /** Presses the first button that is found by this selector and whose text is this, when it is there. */
  press(selector: string, text?: string): Promise<void>;
  appears(selector: string): Promise<void>;
  /** Uploads a WAV file and creates a job; its id. */
  createJob(base64: string, name: string): Promise<string>;
  importText(jobId: string, srt: string): Promise<number>;
  textOf(jobId: string): Promise<string>;
  deleteJob(jobId: string): Promise<number>;
  jobState(jobId: string): Promise<JobState>;
  /** Seconds of each interrupted recording that is offered, once as many are shown as are stored; each becomes a job. */
  takeOffers(): Promise<number[]>;
}

declare global {
  var everything: InPageEverything;
}

/** Runs in a page of the app. */
export function installEverything(): void {
  const PAUSE_MS = 100;
  const APPEARS_MS = 240_000;
  const until = async <Value>(what: string, find: () => Value | null | undefined | false): Promise<Value> => {
    const limit = performance.now() + APPEARS_MS;
    while (performance.now() < limit) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error(`There was not ${what}: ${document.body.innerText.slice(0, 300)}`);
  };
  const send = async (path: string, options: RequestInit = {}): Promise<Response> => {
    const headers = { ...options.headers, 'x-service-key': await globalThis.earshot.key() };
    return fetch(path, { ...options, headers });
  };
  const checked = async (response: Response): Promise<Response> => {
    if (!response.ok) throw new Error(`${response.url} ${response.status}: ${await response.text()}`);
    return response;
  };
  const jobPath = (id: string) => `/v2/pre-recorded/${id}`;
  const json = { 'content-type': 'application/json' };
  const offers = () => [...document.querySelectorAll<HTMLElement>('section[aria-labelledby^=arrival-]')];

  globalThis.everything = {
    correct: async (jobId) => {
      location.hash = `#/jobs/${jobId}`;
      await globalThis.everything.press('button', 'Edit');
      const paragraph = await until('a paragraph', () =>
        document.querySelector<HTMLElement>('[data-paragraph][contenteditable]'),
      );
      paragraph.focus();
      getSelection()?.selectAllChildren(paragraph);
      getSelection()?.collapseToEnd();
      return [...document.querySelectorAll<HTMLElement>('[data-paragraph]')]
        .map((one) => one.innerText)
        .join(' ');
    },
    type: (text) => {
      for (const letter of text) document.execCommand('insertText', false, letter);
    },
    press: async (selector, text = '') => {
      const button = await until(`a button ${selector} ${text}`, () =>
        [...document.querySelectorAll<HTMLElement>(selector)].find(
          (one) => text === '' || one.textContent?.trim() === text,
        ),
      );
      button.click();
    },
    appears: async (selector) => {
      await until(selector, () => document.querySelector(selector));
    },
    createJob: async (base64, name) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const body = new FormData();
      body.append('audio', new File([bytes], name));
      const { audio_url } = await (await checked(await send('/v2/upload', { method: 'POST', body }))).json();
      const request = { method: 'POST', headers: json, body: JSON.stringify({ audio_url }) };
      const { id } = await (await checked(await send('/v2/pre-recorded', request))).json();
      return String(id);
    },
    importText: async (jobId, body) => {
      const headers = { 'content-type': 'application/x-subrip' };
      const path = `${jobPath(jobId)}/transcript?name=given.srt`;
      return (await checked(await send(path, { method: 'POST', headers, body }))).status;
    },
    textOf: async (jobId) => {
      const response = await send(`${jobPath(jobId)}/transcript?format=txt`);
      return response.status === 404 ? '' : (await checked(response)).text();
    },
    deleteJob: async (jobId) => (await checked(await send(jobPath(jobId), { method: 'DELETE' }))).status,
    jobState: async (jobId) => {
      let response = await send(jobPath(jobId));
      for (; response.status === 503; response = await send(jobPath(jobId)))
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const { status = '', result } = await response.json();
      const text = result?.transcription?.full_transcript ?? '';
      return { answer: response.status, status: String(status), text: String(text) };
    },
    takeOffers: async () => {
      location.hash = '#/';
      const stored = await inPage.waitingArrivals('recorded');
      await until('every offer', () => offers().length >= stored);
      const seconds = offers().map(({ innerText }) => {
        const [, minutes = '0', rest = '0'] = /(\d+):(\d\d),/.exec(innerText) ?? [];
        return Number(minutes) * 60 + Number(rest);
      });
      for (const offer of offers()) offer.querySelector<HTMLElement>('button.primary')?.click();
      await until('an end of the offers', () => offers().length === 0);
      return seconds;
    },
  };
}
