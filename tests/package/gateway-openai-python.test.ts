import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { freePort } from '../pool/nats-server.ts';
import { hasSpeakerModels, withSpeakerModels } from './speaker-models.ts';
import { Running, typed } from './typed.ts';

const whole = inject('whole');
/** A package index may be slow. */
const INSTALLED_MS = 600_000;
const MINI = join(PROJECT_ROOT, 'tests/fixtures/mini');

/** As code for the hosted service is written: only the address and the key are this gateway's. */
const PROGRAM = `
import base64, sys
from openai import AuthenticationError, BadRequestError, NotFoundError, OpenAI

client = OpenAI(base_url=sys.argv[1] + "v1", api_key=sys.argv[2], max_retries=0)
recording = open(sys.argv[3], "rb").read()

def transcribe(model="whisper-1", **options):
    return client.audio.transcriptions.create(file=("hello.wav", recording), model=model, **options)

print("json", transcribe(language="en", prompt="John", temperature=0).text)
print("text", transcribe(response_format="text"), end="")
print("srt", transcribe(response_format="srt").split("\\n")[2])
print("vtt", transcribe(response_format="vtt").split("\\n")[0])
verbose = transcribe(response_format="verbose_json", timestamp_granularities=["word", "segment"])
print("verbose", verbose.language, len(verbose.words), len(verbose.segments), verbose.duration > 3)
try:
    diarized = transcribe(
        "gpt-4o-transcribe-diarize",
        response_format="diarized_json",
        chunking_strategy="auto",
        known_speaker_names=["agent"],
        known_speaker_references=["data:audio/wav;base64," + base64.b64encode(recording).decode()],
    )
    print("diarized", diarized.segments[0].speaker, diarized.text)
except NotFoundError as error:
    print("diarized", error.code)
events = list(transcribe("gpt-4o-transcribe", stream=True))
print("stream", "".join(event.delta for event in events if event.type == "transcript.text.delta"))
print("done", events[-1].type, events[-1].text)
french = open(sys.argv[4], "rb")
print("translation", client.audio.translations.create(file=french, model="whisper-1").text)
print("models", "whisper-1" in [model.id for model in client.models.list()])
for kind, fails in [
    (BadRequestError, lambda: transcribe(language="xx")),
    (NotFoundError, lambda: client.models.retrieve("gpt-9")),
    (AuthenticationError, lambda: client.with_options(api_key="ek_wrong").models.list()),
]:
    try:
        fails()
    except kind as error:
        print(kind.__name__, error.code, error.param)
`;

it('answers the Python package of OpenAI, unchanged', { timeout: INSTALLED_MS }, async ({ skip }) => {
  const installed = await typed(
    whole,
    'python3 -m pip install --quiet --target openai-python openai==2.54.0',
  );
  if (installed.status !== 0) skip('Python or its package index cannot be reached');
  writeFileSync(join(whole, 'program.py'), PROGRAM);
  writeFileSync(join(whole, 'openai-python.json'), '{ "baseAddresses": ["/v1"] }');
  const gateway = await Running.start(
    whole,
    `node_modules/.bin/earshot gateway --port ${await freePort()} --settings openai-python.json --models '${withSpeakerModels(MINI)}'`,
  );
  const key = /x-service-key: (\S+)/.exec(gateway.output)?.[1];
  const recordings = ['en_hello', 'fr_bonjour'].map((name) => `'${join(MINI, 'audio', name)}.wav'`).join(' ');
  const { output, errors } = await typed(
    whole,
    `PYTHONPATH=openai-python python3 program.py ${gateway.url} ${key} ${recordings}`,
  );
  await gateway.stop();
  expect(errors).toBe('');
  const hello = 'Hello my name is John Smith. Where is the train?';
  expect(output.trim().split('\n')).toEqual([
    `json ${hello}`,
    `text ${hello}`,
    expect.stringMatching(/^srt Hello/),
    'vtt WEBVTT',
    'verbose english 10 2 True',
    hasSpeakerModels ? `diarized agent ${hello}` : 'diarized model_not_found',
    `stream ${hello}`,
    `done transcript.text.done ${hello}`,
    expect.stringMatching(/^translation Hello .*school/),
    'models True',
    'BadRequestError invalid_request language',
    'NotFoundError model_not_found model',
    'AuthenticationError invalid_api_key None',
  ]);
});
