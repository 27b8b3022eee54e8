import { createGladia } from '@ai-sdk/gladia';
import { GladiaClient } from '@gladiaio/sdk';
import OpenAI from 'openai';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';

declare global {
  /** Public clients, loaded as by a page written for the hosted services. */
  var publicClients: {
    GladiaClient: typeof GladiaClient;
    createGladia: typeof createGladia;
    OpenAI: typeof OpenAI;
    OpenAIRealtimeWebSocket: typeof OpenAIRealtimeWebSocket;
  };
}

globalThis.publicClients = { GladiaClient, createGladia, OpenAI, OpenAIRealtimeWebSocket };
