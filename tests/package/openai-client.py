# As code for the hosted service is written: only the address and the key are those of the gateway.
import base64, sys
from openai import AuthenticationError, BadRequestError, NotFoundError, OpenAI

client = OpenAI(base_url=sys.argv[1] + "v1", api_key=sys.argv[2], max_retries=0)
recording = open(sys.argv[3], "rb").read()

def transcribe(model="whisper-1", **options):
    return client.audio.transcriptions.create(file=("hello.wav", recording), model=model, **options)

print("json", transcribe(language="en", prompt="John", temperature=0).text)
print("text", transcribe(response_format="text"), end="")
print("srt", transcribe(response_format="srt").split("\n")[2])
print("vtt", transcribe(response_format="vtt").split("\n")[0])
verbose = transcribe(response_format="verbose_json", timestamp_granularities=["word", "segment"])
print("verbose", verbose.language, len(verbose.words), len(verbose.segments), verbose.duration > 3)
diarized = transcribe(
    "gpt-4o-transcribe-diarize",
    response_format="diarized_json",
    chunking_strategy="auto",
    known_speaker_names=["agent"],
    known_speaker_references=["data:audio/wav;base64," + base64.b64encode(recording).decode()],
)
print("diarized", diarized.segments[0].speaker, diarized.text)
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
