import { liveRequest } from '../../src/contract/live/live-request.ts';
import { addLiveSession } from '../../src/storage/live/live-store.ts';

/** Stores a live session of the app's own key with this request. */
export const storedLiveSession = (request: unknown = {}) =>
  addLiveSession(
    {
      id: crypto.randomUUID(),
      key_id: 'app',
      token: crypto.randomUUID(),
      params: liveRequest.parse(request),
      sent_model: null,
      own_model: null,
      automatic: false,
      when_model_missing: 'wait',
      arrival_id: null,
    },
    null,
  );
