import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/**
 * What Home Assistant sends to `earshot wyoming`: `npm run example -- wyoming FILE.wav [PORT]` has a recording (16 kHz, 16 bits, one channel)
 * transcribed, and prints each message of the answer.
 */
const [file = '', port = '10300'] = process.argv.slice(2);
const sound = readFileSync(file).subarray(44);
const format = { rate: 16_000, width: 2, channels: 1 };

const socket = connect(Number(port), '127.0.0.1');
const send = (type: string, data: object, payload = Buffer.alloc(0)) =>
  socket.write(
    Buffer.concat([
      Buffer.from(`${JSON.stringify({ type, data, payload_length: payload.length })}\n`),
      payload,
    ]),
  );
send('transcribe', { language: 'en' });
send('audio-start', format);
for (let at = 0; at < sound.length; at += 4096) send('audio-chunk', format, sound.subarray(at, at + 4096));
send('audio-stop', {});

socket.on('data', (bytes) => console.log(String(bytes)));
socket.on('data', (bytes) => /"transcript-stop"|"error"/.test(String(bytes)) && socket.end());
