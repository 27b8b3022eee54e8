import { createGladia } from '@ai-sdk/gladia';
import { GladiaClient } from '@gladiaio/sdk';

declare global {
  /** Two public clients, loaded as by a page written for the hosted service. */
  var publicClients: { GladiaClient: typeof GladiaClient; createGladia: typeof createGladia };
}

globalThis.publicClients = { GladiaClient, createGladia };
