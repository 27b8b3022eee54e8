// Live text by OpenAI's package: `node realtime.mjs http://localhost:4180/v1 KEY < sound.raw` (16 bits, 24 kHz, mono).
import { connect } from 'node:net';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';

const [baseURL, apiKey] = process.argv.slice(2);
// The package asks for TLS: without a proxy that has it, the connection to this device is plain.
const options = { createConnection: ({ host, port }) => connect(port, host) };
const realtime = new OpenAIRealtimeWS({ intent: 'transcription', options }, new OpenAI({ baseURL, apiKey }));
realtime.on('error', ({ message }) => console.error(message));
realtime.on('conversation.item.input_audio_transcription.delta', ({ delta }) => process.stdout.write(delta));
realtime.on('conversation.item.input_audio_transcription.completed', () => realtime.close());

realtime.socket.on('open', async () => {
  const input = { transcription: { model: 'gpt-live-transcribe' }, turn_detection: null };
  realtime.send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  for await (const sound of process.stdin)
    realtime.send({ type: 'input_audio_buffer.append', audio: sound.toString('base64') });
  realtime.send({ type: 'input_audio_buffer.commit' });
});
