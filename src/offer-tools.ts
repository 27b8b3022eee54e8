import { offerWebTools } from './client/agents/offer-web-tools.ts';
import { redactUtterances } from './host/redact-utterances.ts';

/** Offers the app's tools to agents of a browser that has such. */
export const offerTools = async (signal: AbortSignal): Promise<void> =>
  document.modelContext && offerWebTools(document.modelContext, redactUtterances, signal);
