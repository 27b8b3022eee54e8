import { type LiveMessage, liveMessage } from '../../contract/live/live-message.ts';
import { listen } from '../../contract/realms/channel.ts';
import type { LiveKnock, LiveToSocket } from '../../contract/realms/live-connection.ts';
import { newId } from '../../lib/ids.ts';
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

/** Of this page, by session. */
const sessions = new Map<string, Promise<LiveSession | null>>();

/** Serves a live session's socket in this page. Every refusal goes through the port. */
export async function serveLive(port: MessagePort, knock: LiveKnock): Promise<void> {
  const tell = (message: LiveToSocket) => port.postMessage(message);
  try {
    const record = await findLiveSession(knock.token);
    if (!record) {
      tell({ close: CLOSED.unknown, reason: 'The session does not exist, has ended or was deleted.' });
      return;
    }
    const opening = sessions.get(record.id) ?? open(record);
    sessions.set(record.id, opening);
    const session = await opening;
    if (!session || session.isOver) {
      sessions.delete(record.id);
      tell({ close: CLOSED.failed, reason: 'The session is served by another page.' });
      return;
    }
    tell({ open: await ownLock() });
    session.attach(port, knock.acknowledged);
    session.start();
    whenFree(knock.lock, () => session.lose(port));
  } catch (error) {
    console.error(error);
    tell({ close: CLOSED.failed, reason: 'The session could not be opened.' });
  }
}

/** Takes a session, and the sound that it has. Null if another page has it, or if its recording was answered for. */
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
  let telling: Promise<void> = Promise.resolve();
  const sent = await sentBy(record.id);
  const session = new LiveSession({
    session: current,
    arrival,
    sent,
    startSpeech,
    callBack: (message) => {
      if (!mayBeDelivered(current, message)) return;
      telling = telling.then(() => addLiveDeliveries(current, message)).catch(console.warn);
    },
    afterwards: ({ id, params }) => followJob(id, params),
    mostSeconds: limits.max_duration,
  });
  const processing = new LiveProcessing(current.params, (content) => session.tell(content));
  const speakers = findSpeakers(current, sent, session);
  session.onFinal = (id, utterance) => {
    processing.take(id, utterance);
    speakers?.take(id, utterance);
  };
  session.onSound = (channels, time) => speakers?.push(channels, time);
  session.onPace = (isFull) => speakers?.hold(!isFull);
  session.settled = async () => {
    await Promise.all([processing.settled(), speakers?.finish()]);
  };
  let alone: ReturnType<typeof setTimeout> | undefined;
  session.onAlone = () => {
    clearTimeout(alone);
    alone = setTimeout(() => {
      if (!session.isConnected) void session.stop();
    }, ALONE_MS);
  };
  session.onEnd = () => {
    clearTimeout(alone);
    processing.end();
    speakers?.end();
    sessions.delete(record.id);
    locks.abort();
  };
  listen((message) => {
    if (message.type !== 'job-deleted' || message.id !== record.id) return;
    session.discard();
    void deleteArrival(session.arrival.id).catch(console.warn);
  }, locks.signal);
  return session;
}

/** Tells who speaks, if the session is asked for it; null if it is not. */
function findSpeakers(
  { params }: LiveSessionRecord,
  sent: readonly LiveMessage[],
  session: LiveSession,
): LiveSpeakers | null {
  const request = jobParams(params);
  if (!request.diarization) return null;
  const start = () => new SpeakerDiarization(request, new AbortController().signal);
  const told = sent.flatMap((one) => (one.type === 'speakers' ? one.data.utterances : []));
  const first = Math.max(-1, ...told.map(({ speaker }) => speaker)) + 1;
  return new LiveSpeakers(start, { sampleRate: params.sample_rate, first }, (content) =>
    session.tell(content),
  );
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

/** Calls back when whoever holds the lock is gone. */
const whenFree = (name: string, gone: () => void): void => {
  navigator.locks.request(name, { mode: 'shared' }, () => gone()).catch(() => undefined);
};

let lock: Promise<string> | null = null;

/** A lock that this page holds as long as it lives. */
function ownLock(): Promise<string> {
  lock ??= new Promise((resolve) => {
    const name = `earshot-live-page-${newId()}`;
    void navigator.locks.request(name, () => {
      resolve(name);
      return new Promise<void>(() => undefined);
    });
  });
  return lock;
}
