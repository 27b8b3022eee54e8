import { onChannelMessage } from '../../contract/realms/channel.ts';
import { forgetPutBack, type PutBack, readPutBack } from '../../storage/second-place/put-back.ts';

export { forgetPutBack, type PutBack };

/** Calls `show` with what was put back after the browser had deleted the library, now and whenever that happens, until the signal aborts. */
export async function watchPutBack(show: (outcome: PutBack) => void, signal: AbortSignal): Promise<void> {
  const read = async () => {
    const outcome = await readPutBack();
    if (outcome) show(outcome);
  };
  onChannelMessage(({ type }) => {
    if (type === 'library-put-back') read().catch(console.warn);
  }, signal);
  await read();
}
