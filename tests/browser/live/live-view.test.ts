import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { askAboutHere } from '../../../src/client/api/ask-in-page.ts';
import { announce, type ChannelMessage, onChannelMessage } from '../../../src/contract/realms/channel.ts';
import { msg } from '../../../src/lib/errors/msg.ts';
import { storageFull } from '../../../src/storage/database/quota.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { faults } from '../ui/axe-faults.ts';
import { InPageService } from '../ui/in-page-service.ts';
import { useEmptyDatabase } from '../ui/open-editor.ts';
import { renderApp } from '../ui/render-app.ts';
import { plugIn, Session, silence } from './live-view.ts';

// The engine is tested where it is: here it is the view's other end.
const other = vi.hoisted(() => ({ session: null as { open: (...given: never[]) => unknown } | null }));
vi.mock('../../../src/client/live/open-live.ts', () => ({
  openLive: (...given: never[]) => other.session?.open(...given),
}));
const storage = vi.hoisted(() => ({ fault: null as unknown, kept: [] as { edited: unknown }[] }));
vi.mock('../../../src/client/live/keep-live-text.ts', () => ({
  keepCorrections: async (_: string, documents: { edited: unknown }) => {
    if (storage.fault) throw storage.fault;
    storage.kept.push(documents);
  },
}));

useEmptyDatabase();

let session: Session;
beforeAll(() => userEvent.click(document.body));
beforeEach(() => {
  session = new Session();
  other.session = session as never;
  storage.fault = null;
  storage.kept = [];
  plugIn();
});
afterEach(async () => {
  delete document.documentElement.dataset.theme;
  await page.viewport(1280, 800);
  vi.restoreAllMocks();
  await silence();
});

const named = (name: string) => page.getByRole('button', { name, exact: true });
const said = () => page.getByRole('region', { name: 'What was said' });

async function openLive() {
  const rendered = await renderApp({ hash: '#/live' });
  await expect.element(named('Start')).toHaveFocus();
  return rendered;
}

async function start() {
  const rendered = await openLive();
  await named('Start').click();
  await expect.element(named('Stop')).toHaveFocus();
  await expect.poll(() => session.bytes).toBeGreaterThan(3200);
  return rendered;
}

test('Live stands beside the files, and begins with two presses', async () => {
  await renderApp();
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await expect.element(named('Start')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(named('Stop')).toHaveFocus();
  await expect.element(said()).toHaveTextContent('Listening. The first words come a few seconds after');
  await expect
    .poll(() => session.request)
    .toMatchObject({
      encoding: 'wav/pcm',
      bit_depth: 16,
      sample_rate: 16_000,
      channels: 1,
    });
});

test('words appear while they are spoken: settled ones stand, the others are lighter', async () => {
  await start();
  session.say('a', 'we start wit', { settled: 2 });
  await expect.element(said()).toHaveTextContent('we start wit');
  const unsettled = document.querySelector('.unsettled');
  expect(unsettled?.textContent).toBe('wit');
  const colour = (element: Element | null) => element && getComputedStyle(element).color;
  expect(colour(unsettled)).not.toBe(colour(unsettled?.parentElement ?? null));
  session.say('a', 'we start with the budget');
  await expect.element(said()).toHaveTextContent('we start with the budget');
  expect(document.querySelector('.unsettled')?.textContent).toBe('');
});

test('two sides have their names, their levels and their lines', { tags: THOROUGH_TAG }, async () => {
  await openLive();
  await page.getByLabelText('Both, as two sides').click();
  await page.getByLabelText('Name of the other side').fill('Ben');
  await named('Start').click();
  await expect.poll(() => session.bytes).toBeGreaterThan(6400);
  expect(session.request).toMatchObject({ channels: 2 });
  session.say('a', 'can you hear me');
  session.say('b', 'yes I can', { from: 5, channel: 1 });
  await expect.element(said()).toHaveTextContent(/Me.*can you hear me.*Ben.*yes I can/);
  expect(document.querySelectorAll('.level')).toHaveLength(2);
  expect(document.querySelector<HTMLElement>('.level > span')?.style.transform).toMatch(/scaleX\(0\.[6-9]/);
  expect(await faults()).toEqual([]);
});

test('lines have their speakers once they are told apart, by name where the voice is known', async () => {
  await start();
  session.say('a', 'we start with the budget');
  session.say('b', 'I agree', { from: 8 });
  await expect.element(said()).toHaveTextContent('I agree');
  await expect.element(said()).not.toHaveTextContent('Speaker');
  session.tellSpeakers({ id: 'a', speaker: 0 }, { id: 'b', speaker: 1, name: 'Ann' });
  await expect.element(said()).toHaveTextContent(/Speaker 1\s*we start with the budget/);
  await expect.element(said()).toHaveTextContent(/Ann\s*I agree/);
});

test('sounds are named while they last, once each, at the line that they begin in', async () => {
  await start();
  session.tellSound('0_0', 'music', 0);
  await expect.element(said()).toHaveTextContent(/^Listening\. .*\[music\]$/);
  session.say('0', 'welcome to the show', { from: 2 });
  session.tellSound('0_0', 'music', 0, true);
  session.say('1', 'thank you', { from: 20 });
  session.tellSound('0_1', 'applause', 20.5);
  const lines = said().getByRole('listitem');
  await expect.element(lines.nth(0)).toHaveTextContent(/^0:02 \[music\].*welcome/);
  await expect.element(lines.nth(1)).toHaveTextContent(/^0:20 \[applause\].*thank you/);
  await named('Captions').click();
  await expect
    .element(page.getByRole('log'))
    .toHaveTextContent(/^\[music\] +welcome to the show +thank you +\[applause\]$/);
});

test('a full disk is told of until sound is stored again, other problems for longer', async () => {
  await start();
  session.tellProblem(storageFull(4e6, 1e6).whole);
  await expect.element(page.getByText('Not enough storage: this needs 4 MB')).toBeVisible();
  session.acknowledge();
  await expect.element(page.getByText('Not enough storage')).not.toBeInTheDocument();
  session.tellProblem(msg`The microphone sings.`);
  session.acknowledge();
  await expect.element(page.getByText('The microphone sings.')).toBeVisible();
});

test('no sound is sent while it is paused, and it goes on where it was', async () => {
  await start();
  await named('Pause').click();
  await expect.element(page.getByText('Paused')).toBeVisible();
  await expect.element(named('Resume')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { bytes } = session;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(session.bytes).toBe(bytes);
  await named('Resume').click();
  await expect.poll(() => session.bytes).toBeGreaterThan(bytes);
});

test('what was said is searched, copied and corrected while it runs', { tags: THOROUGH_TAG }, async () => {
  await start();
  session.say('a', 'we start with Anna');
  session.say('b', 'the budget is ready', { from: 8, settled: 3 });
  await page.getByLabelText('Search the text').fill('budget');
  await expect.element(page.getByText('1 place')).toBeVisible();
  await expect.element(said()).not.toHaveTextContent('Anna');
  await page.getByLabelText('Search the text').fill('');
  await page.getByLabelText('Correct what was said at 0:00').click();
  const field = page.getByRole('textbox', { name: 'What was said at 0:00' });
  await expect.element(field).toHaveFocus();
  await field.fill('we start with Hannah');
  await userEvent.keyboard('{Enter}');
  await expect.element(said()).toHaveTextContent('we start with Hannah');
  await expect.element(page.getByLabelText('Correct what was said at 0:00')).toHaveFocus();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await named('Copy').click();
  expect(copied).toHaveBeenCalledWith('we start with Hannah\nthe budget is');
});

const correct = async (clock: string, text: string) => {
  await page.getByLabelText(`Correct what was said at ${clock}`).click();
  await page.getByRole('textbox', { name: `What was said at ${clock}` }).fill(text);
};
const keptTexts = () => JSON.stringify(storage.kept.at(-1)?.edited ?? null);

test('words that come while a line is corrected are shown, and follow what was written', async () => {
  await start();
  session.say('a', 'my meeting is', { settled: 3 });
  await correct('0:00', 'The meeting is');
  session.say('a', 'my meeting is on monday with', { settled: 5 });
  await expect.element(said()).toHaveTextContent('on monday with');
  await userEvent.keyboard('{Enter}');
  session.say('a', 'my meeting is on monday with the doctor');
  await expect.element(said()).toHaveTextContent('The meeting is on monday with the doctor');
});

test('a correction that ends by a click elsewhere leaves the focus there', {
  tags: THOROUGH_TAG,
}, async () => {
  await start();
  session.say('a', 'good morning Emma');
  session.say('b', 'good evening Mary', { from: 8 });
  await correct('0:00', 'good morning Ann');
  const search = page.getByLabelText('Search the text');
  await search.click();
  await userEvent.keyboard('evening');
  await expect.element(search).toHaveValue('evening');
  await search.fill('');
  await correct('0:00', 'good morning Anna');
  await page.getByLabelText('Correct what was said at 0:08').click();
  const field = page.getByRole('textbox', { name: 'What was said at 0:08' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{End} Ann');
  await expect.element(field).toHaveValue('good evening Mary Ann');
  await expect.element(said()).toHaveTextContent('good morning Anna');
});

test('what is corrected, noted and named is stored while the session runs, and until its end', async () => {
  session.endsAtStop = false;
  await start();
  session.say('a', 'we start with Anna');
  await correct('0:00', 'we start with Hannah');
  await userEvent.keyboard('{Enter}');
  await expect.poll(keptTexts).toContain('Hannah');
  await userEvent.keyboard('{Alt>}b{/Alt}');
  await named('Marks (1)').click();
  await page.getByLabelText(/Note for the mark/).fill('Ask for it');
  await expect.poll(keptTexts).toContain('Ask for it');
  await named('Stop').click();
  await expect.element(page.getByText('The last words are recognised…')).toBeVisible();
  await correct('0:00', 'we start with Johanna');
  await userEvent.keyboard('{Enter}');
  session.end();
  await expect.poll(() => location.hash).toBe(`#/jobs/${session.id}`);
  expect(keptTexts()).toContain('Johanna');
});

test('where corrections find no room, the session is paused and can be stopped again', {
  tags: THOROUGH_TAG,
}, async () => {
  await start();
  session.say('a', 'we start with Anna');
  storage.fault = storageFull(4e6, 1e6);
  await correct('0:00', 'we start with Hannah');
  await userEvent.keyboard('{Enter}');
  await named('Stop').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not enough storage');
  await expect.element(page.getByText('Paused')).toBeVisible();
  await expect.element(said()).toHaveTextContent('Hannah');
  expect(session.stopped).toBe(0);
  storage.fault = null;
  await named('Stop').click();
  await expect.poll(() => location.hash).toBe(`#/jobs/${session.id}`);
  expect(keptTexts()).toContain('Hannah');
});

test('Stop holds from the first moment on', async () => {
  let open: () => void = () => undefined;
  session.opens = new Promise((resolve) => {
    open = resolve;
  });
  await openLive();
  await named('Start').click();
  await named('Stop').click();
  await expect.element(page.getByText('The last words are recognised…')).toBeVisible();
  open();
  await expect.poll(() => location.hash).toBe(`#/jobs/${session.id}`);
  expect(session.stopped).toBe(1);
});

test('last words that take long are waited for a few seconds, then the job is shown', {
  tags: THOROUGH_TAG,
}, async () => {
  session.endsAtStop = false;
  await start();
  await named('Stop').click();
  await expect.element(page.getByText('The last words are recognised…')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(location.hash).toBe('#/live');
  await expect.poll(() => location.hash).toBe(`#/jobs/${session.id}`);
  expect(session.stopped).toBe(1);
});

test('a session that its service ends becomes a job', async () => {
  await start();
  session.say('a', 'the budget is ready');
  session.tellStopped();
  await expect.element(page.getByText('The last words are recognised…')).toBeVisible();
  // The capture hands over what it had.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { bytes } = session;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(session.bytes).toBe(bytes);
  session.end();
  await expect.poll(() => location.hash).toBe(`#/jobs/${session.id}`);
});

test('a session that was deleted elsewhere says so', async () => {
  await start();
  session.end(new Error('The live session was deleted, or has ended elsewhere.'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('The live session was deleted');
  await expect.element(named('Start')).toBeVisible();
});

test('a question is answered from what was said so far, as it was corrected', {
  tags: THOROUGH_TAG,
}, async () => {
  const asked: unknown[] = [];
  askAboutHere(async (question, utterances) => {
    asked.push(
      question,
      utterances.map(({ text }) => text.trim()),
    );
    const whole = { success: true, is_empty: false, exec_time: 1, error: null };
    const results = [{ ...whole, results: { prompt: question, response: 'Hannah.' } }];
    return { audio_to_llm: { ...whole, results } };
  });
  await start();
  session.say('a', 'we start with Anna');
  session.say('b', 'the budget is', { from: 8, settled: 2 });
  await correct('0:00', 'we start with Hannah');
  await userEvent.keyboard('{Enter}');
  await named('Ask').click();
  await page.getByLabelText('Ask about what was said so far').fill('Who comes first?');
  await page.getByRole('button', { name: 'Ask', exact: true }).last().click();
  await expect.element(page.getByText('Hannah.', { exact: true })).toBeVisible();
  expect(asked).toEqual(['Who comes first?', ['we start with Hannah', 'the budget']]);
  expect(await faults()).toEqual([]);
});

test('a moment is marked by key, has a note, and stands at its line', { tags: THOROUGH_TAG }, async () => {
  await start();
  session.say('a', 'the budget is ready');
  await userEvent.keyboard('{Alt>}b{/Alt}');
  await named('Marks (1)').click();
  await page.getByLabelText(/Note for the mark/).fill('Ask for it');
  await expect.element(page.getByLabelText('Marked')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('after stop the session is a job, which is opened, and what came of it is let go', async () => {
  const { service } = await start();
  session.say('a', 'the budget is ready');
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(asks()).toBe(true);
  await named('Stop').click();
  await expect.poll(() => location.hash).toBe(`#/jobs/${session.id}`);
  expect([session.stopped, session.closed]).toEqual([1, 1]);
  expect(asks()).toBe(false);
  expect(service).toBeInstanceOf(InPageService);
});

test('the session goes on while another page of the app is shown, which says so', {
  tags: THOROUGH_TAG,
}, async () => {
  await start();
  location.hash = '#/';
  await expect.element(page.getByRole('link', { name: 'Live is on' })).toBeVisible();
  const { bytes } = session;
  await expect.poll(() => session.bytes).toBeGreaterThan(bytes);
  session.say('a', 'still here');
  await page.getByRole('link', { name: 'Live is on' }).click();
  await expect.element(said()).toHaveTextContent('still here');
});

test('a microphone that is refused, and a session that cannot begin, are told in a sentence', async () => {
  await openLive();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValueOnce(
    new DOMException('', 'NotAllowedError'),
  );
  await named('Start').click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Microphone access is blocked. Allow it for this site');
  session.failure = new Error('No speech model is installed.');
  await named('Start').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('No speech model is installed.');
  await expect.element(named('Start')).toBeVisible();
});

test('a microphone that is unplugged pauses the session, and another one goes on', async () => {
  await openLive();
  let track: MediaStreamTrack | undefined;
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementationOnce(async (wanted) => {
    const stream = await real(wanted);
    [track] = stream.getAudioTracks();
    return stream;
  });
  await named('Start').click();
  await expect.poll(() => session.bytes).toBeGreaterThan(3200);
  track?.stop();
  track?.dispatchEvent(new Event('ended'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('The microphone was disconnected');
  await expect.element(page.getByText('Paused')).toBeVisible();
  const { bytes } = session;
  await named('Resume').click();
  await expect.poll(() => session.bytes).toBeGreaterThan(bytes + 3200);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a device that cannot follow is told in one sentence, until it can', async () => {
  await start();
  session.tellPace('longer-steps');
  await expect.element(page.getByText('the text comes in longer steps')).toBeVisible();
  session.tellPace('sentences');
  await expect.element(page.getByText('the text comes sentence by sentence')).toBeVisible();
  await expect.element(page.getByText('longer steps')).not.toBeInTheDocument();
  session.tellPace('full');
  await expect.element(page.getByText('This device is busy')).not.toBeInTheDocument();
});

test('captions have a size, rows and colours, which are kept, and show the latest words alone', {
  tags: THOROUGH_TAG,
}, async () => {
  await start();
  for (let at = 0; at < 12; at++) session.say(`line ${at}`, `this is line number ${at}`, { from: at * 6 });
  await named('Captions').click();
  const captions = page.getByRole('log', { name: 'Captions' });
  await page.getByLabelText('Lines').fill('2');
  await page.getByLabelText('Colours').selectOptions('Yellow on black');
  await page.getByLabelText('Text size').fill('60');
  await expect.element(page.getByText('this is line number 11')).toBeInViewport();
  const box = captions.element();
  expect(box.getBoundingClientRect().height).toBeCloseTo(2 * 1.35 * 60, 0);
  expect(getComputedStyle(box).color).toBe('rgb(255, 233, 77)');
  expect(JSON.parse(localStorage.getItem('earshot-captions') ?? '')).toEqual({
    size: 60,
    rows: 2,
    colours: 'yellow',
    show: 'both',
  });
  expect(await faults()).toEqual([]);
});

test('a page without controls receives the text of the running session, also what was said before it was opened', async () => {
  const heard: ChannelMessage[] = [];
  const left = new AbortController();
  await start();
  session.say('a', 'we start with the budget', { settled: 3 });
  onChannelMessage((message) => heard.push(message), left.signal);
  announce({ type: 'live-text-wanted' });
  await expect
    .poll(() => heard.find(({ type }) => type === 'live-text'))
    .toEqual({
      type: 'live-text',
      lines: [
        {
          id: 'a',
          name: null,
          language: 'en',
          settled: 'we start with',
          unsettled: 'the budget',
          translation: null,
        },
      ],
    });
  left.abort();
});

test('the captions page shows captions alone, as its address says', async () => {
  await renderApp({ hash: '#/captions?size=48&rows=2&colours=dark' });
  await expect.element(page.getByText('Waiting for a live session')).toBeVisible();
  expect(await faults()).toEqual([]);
  announce({
    type: 'live-text',
    lines: [
      { id: 'a', name: 'Me', language: 'en', settled: 'good', unsettled: 'morning', translation: null },
    ],
  });
  await expect.element(page.getByRole('log')).toHaveTextContent('Me: good morning');
  expect(document.querySelectorAll('button, a, input, select, nav, header')).toHaveLength(0);
  expect(getComputedStyle(page.getByRole('log').element()).fontSize).toBe('48px');
  expect(await faults()).toEqual([]);
});

test.each(['empty', 'with text'])(
  'the view has no fault that axe finds, %s',
  { tags: THOROUGH_TAG },
  async (state) => {
    await openLive();
    expect(await faults()).toEqual([]);
    await named('Start').click();
    await expect.poll(() => session.bytes).toBeGreaterThan(3200);
    if (state === 'with text')
      for (let at = 0; at < 40; at++)
        session.say(`line ${at}`, `this is line number ${at}`, { from: at * 6 });
    expect(await faults()).toEqual([]);
  },
);
