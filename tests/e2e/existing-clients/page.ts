import { createGladia } from '@ai-sdk/gladia';
import { GladiaClient } from '@gladiaio/sdk';

declare global {
  /** Two public clients, as a page that was written for the hosted service loads them. */
  var publicClients: { GladiaClient: typeof GladiaClient; createGladia: typeof createGladia };
}

globalThis.publicClients = { GladiaClient, createGladia };
