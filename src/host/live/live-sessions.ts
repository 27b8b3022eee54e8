import { type LiveContent, type LiveMessage, liveMessage } from '../../contract/live/live-message.ts';
import { onChannelMessage } from '../../contract/realms/channel.ts';
import type { LiveToSocket, SocketHello } from '../../contract/realms/live-connection.ts';
import { newId } from '../../lib/ids.ts';
import { madeOnce } from '../../lib/made-once.ts';
import { untilAbort } from '../../lib/until-abort.ts';
import {
  deleteLiveSession,
  findLiveSession,
  getLiveSession,
  type LiveSessionRecord,
  liveLock,
  liveMessages,
  noteArrival,
} from '../../storage/live/live-store.ts';
import { addLiveDeliveries, mayBeDelivered } from '../../storage/notifications/live-deliveries.ts';
import {
  type ArrivalRecord,
  arrivalLock,
  deleteArrival,
  listArrivals,
  newArrival,
} from '../../storage/recordings/arrival-store.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { SpeakerDiarization } from '../run/speech/speaker-diarization.ts';
import { followJob } from './follow-job.ts';
import { jobParams } from './job-params.ts';
import { LiveProcessing } from './live-processing.ts';
import { CLOSED, LiveSession } from './live-session.ts';
import { LiveSpeakers } from './live-speakers.ts';
import { startSpeech } from './start-speech.ts';

/** How long a session without a socket waits for one before it is stopped, as if its client had said so. */
const ALONE_MS = 60_000;
/** How long the page that had a session may take to let go of it. */
const HANDOVER_MS = 5_000;

/** Sessions of this page, by id. */
const sessions = new Map<string, Promise<LiveSession | null>>();

/** Serves a live session's socket in this page. Every refusal goes through the port. */
export async function serveLive(port: MessagePort, hello: SocketHello): Promise<void> {
  const post = (message: LiveToSocket) => port.postMessage(message);
  try {
    const record = await findLiveSession(hello.token);
    if (!record) {
      post({ close: CLOSED.unknown, reason: 'The session does not exist, has ended or was deleted.' });
      return;
    }
    const opening = sessions.get(record.id) ?? open(record);
    sessions.set(record.id, opening);
    const session = await opening;
    if (!session || session.isOver) {
      sessions.delete(record.id);
      post({ close: CLOSED.failed, reason: 'The session is served by another page.' });
      return;
    }
    post({ open: await ownLock() });
    session.attach(port, hello.acknowledged);
    session.start();
    whenFree(hello.lock, () => session.lose(port));
  } catch (error) {
    console.error(error);
    post({ close: CLOSED.failed, reason: 'The session could not be opened.' });
  }
}

/** Opens a session with the sound stored so far. Null if another page serves it, or if the person has decided about its recording. */
async function open(record: LiveSessionRecord): Promise<LiveSession | null> {
  const locks = new AbortController();
  const isOwn = await hold(liveLock(record.id), locks.signal);
  const arrival = isOwn ? await arrivalOf(record) : null;
  const isFree = arrival !== null && (await hold(arrivalLock(arrival.id), locks.signal));
  const current = isFree ? await getLiveSession(record.id) : null;
  if (!arrival || !current || !(await noteArrival(record.id, arrival.id))) {
    locks.abort();
    return null;
  }
  const { limits } = await getSettings();
  let delivering: Promise<void> = Promise.resolve();
  let alone: ReturnType<typeof setTimeout> | undefined;
  const sent = await sentBy(record.id);
  const send = (content: LiveContent) => session.send(content);
  const processing = new LiveProcessing(current.params, send);
  const speakers = findSpeakers(current, sent, send);
  const state = { session: current, arrival, sent, mostSeconds: limits.max_duration };
  const session = new LiveSession(state, {
    startSpeech,
    onMessage: (message) => {
      if (!mayBeDelivered(current, message)) return;
      delivering = delivering.then(() => addLiveDeliveries(current, message)).catch(console.warn);
    },
    onFinal: (id, utterance) => {
      processing.take(id, utterance);
      speakers?.take(id, utterance);
    },
    onSound: (channels, time) => speakers?.push(channels, time),
    onPace: (isFull) => speakers?.hold(!isFull),
    settled: async () => {
      await Promise.all([processing.settled(), speakers?.finish()]);
    },
    afterwards: ({ id, params }) => followJob(id, params),
    onDisconnect: () => {
      clearTimeout(alone);
      alone = setTimeout(() => {
        if (!session.isConnected) void session.stop();
      }, ALONE_MS);
    },
    onEnd: () => {
      clearTimeout(alone);
      processing.end();
      speakers?.end();
      sessions.delete(record.id);
      locks.abort();
    },
  });
  onChannelMessage((message) => {
    if (message.type !== 'job-deleted' || message.id !== record.id) return;
    session.discard();
    void deleteArrival(session.arrival.id).catch(console.warn);
  }, locks.signal);
  return session;
}

/** Finds who speaks, if the session's request asks for it; null if it does not. */
function findSpeakers(
  { params }: LiveSessionRecord,
  sent: readonly LiveMessage[],
  send: (content: LiveContent) => void,
): LiveSpeakers | null {
  const request = jobParams(params);
  if (!request.diarization) return null;
  const start = () => new SpeakerDiarization(request, new AbortController().signal);
  const known = sent.flatMap((one) => (one.type === 'speakers' ? one.data.utterances : []));
  const first = Math.max(-1, ...known.map(({ speaker }) => speaker)) + 1;
  return new LiveSpeakers(start, { sampleRate: params.sample_rate, first }, send);
}

/** The sound of a session so far; null if it is no longer there, or is a recording already. */
async function arrivalOf({ id, arrival_id, created_at }: LiveSessionRecord): Promise<ArrivalRecord | null> {
  if (arrival_id === null) return fresh(id, created_at);
  const arrival = (await listArrivals()).find((one) => one.id === arrival_id);
  if (arrival && arrival.audio_id === null) return arrival;
  // None of its sound was stored before its page ended.
  if (
    !arrival &&
    (await sentBy(id)).every(({ type }) => type === 'start_session' || type === 'start_recording')
  )
    return { ...fresh(id, created_at), id: arrival_id };
  await deleteLiveSession(id);
  return null;
}

const fresh = (live_id: string, created_at: string): ArrivalRecord => ({
  ...newArrival(
    'recorded',
    {
      filename: `live-${created_at.slice(0, 16).replaceAll(':', '.').replace('T', '-')}.wav`,
      type: 'audio/wav',
    },
    created_at,
  ),
  live_id,
});

async function sentBy(id: string): Promise<LiveMessage[]> {
  const texts = await liveMessages(id);
  return texts.flatMap((text) => liveMessage.safeParse(JSON.parse(text)).data ?? []);
}

/** Holds a lock until the signal aborts. False if somebody has it and does not let go in time. */
function hold(name: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { signal: AbortSignal.timeout(HANDOVER_MS) }, () => {
        resolve(true);
        return untilAbort(signal);
      })
      .catch(() => resolve(false));
  });
}

/** Calls back when the holder of the lock is gone. */
const whenFree = (name: string, gone: () => void): void => {
  navigator.locks.request(name, { mode: 'shared' }, () => gone()).catch(() => undefined);
};

/** A lock that this page holds as long as it lives. */
const ownLock = madeOnce(() => {
  const name = `earshot-live-page-${newId()}`;
  return new Promise<string>((held) => {
    void navigator.locks.request(name, () => {
      held(name);
      return new Promise<void>(() => undefined);
    });
  });
});
