import { expect, it } from 'vitest';
import { shownImport, shownWithWords } from '../../../tests/fakes/shown-import.ts';

it.each([
  [
    'riva.json',
    '{"results":[{"alternatives":[{"transcript":"Hello there. ","words":[{"startTime":320,"endTime":560,"word":"Hello","speakerTag":1},{"startTime":640,"endTime":1200,"word":"there.","speakerTag":2}]}],"channelTag":1,"audioProcessed":2.5}]}',
    ['0.32-0.56 [Speaker 1] "Hello" 0.32', '0.64-1.2 [Speaker 2] "there." 0.64'],
  ],
  [
    'salad.json',
    '{"output":{"text":"Hello there. Hi.","word_segments":[{"word":"Hello","start":0.5,"end":0.7},{"word":"there.","start":0.8,"end":1.2}],"sentence_level_timestamps":[{"text":"Hello there.","timestamp":[0.5,1.2],"start":0.5,"end":1.2,"speaker":"SPEAKER_00"},{"text":"Hi.","timestamp":[2.5,2.9],"start":2.5,"end":2.9,"speaker":"SPEAKER_01"}],"srt_content":"x"}}',
    ['0.5-1.2 [SPEAKER_00] "Hello there." 0.5 0.8', '2.5-2.9 [SPEAKER_01] "Hi."'],
  ],
  [
    'openai-both.json',
    '{"text":"Hello there. Hi.","words":[{"word":"Hello","start":0.5,"end":0.7,"speaker":"A"},{"word":"there","start":0.8,"end":1.2,"speaker":"B"}],"segments":[{"start":0,"end":2,"text":" Hello there."}]}',
    ['0.5-0.7 [Speaker A] "Hello" 0.5', '0.8-1.2 [Speaker B] "there" 0.8'],
  ],
  [
    'smallest.json',
    '{"transcription":"Hello world. Hi.","utterances":[{"text":"Hello world.","start":0.0,"end":0.9,"speaker":"speaker_0"},{"text":"Hi.","start":1.0,"end":2.1,"speaker":"speaker_1"}]}',
    ['0-0.9 [speaker_0] "Hello world."', '1-2.1 [speaker_1] "Hi."'],
  ],
  [
    'yt-panel.json',
    '{"actions":[{"updateEngagementPanelAction":{"content":{"transcriptRenderer":{"content":{"transcriptSearchPanelRenderer":{"body":{"transcriptSegmentListRenderer":{"initialSegments":[{"transcriptSegmentRenderer":{"startMs":"500","endMs":"2200","snippet":{"runs":[{"text":"hello there"}]},"startTimeText":{"simpleText":"0:00"}}},{"transcriptSegmentRenderer":{"startMs":"2200","endMs":"4000","snippet":{"runs":[{"text":"welcome"},{"text":" back"}]}}}]}}}}}}}}]}',
    ['0.5-2.2 "hello there"', '2.2-4 "welcome back"'],
  ],
  [
    'yt-panel-old.json',
    '{"transcriptBodyRenderer":{"cueGroups":[{"transcriptCueGroupRenderer":{"formattedStartOffset":{"simpleText":"0:00"},"cues":[{"transcriptCueRenderer":{"cue":{"simpleText":"hello there"},"startOffsetMs":"500","durationMs":"1700"}}]}},{"transcriptCueGroupRenderer":{"cues":[{"transcriptCueRenderer":{"cue":{"simpleText":"welcome back"},"startOffsetMs":"2200","durationMs":"1800"}}]}}]}}',
    ['0.5-2.2 "hello there"', '2.2-4 "welcome back"'],
  ],
  [
    'telegram.json',
    '{"messages":[{"id":1,"date":"2026-01-08T10:58:01","text":"Hello."},{"id":2,"text":["Hi ",{"type":"bold","text":"you"}]}]}',
    ['null-null "Hello."', 'null-null "Hi you"'],
  ],
  [
    'fathom.json',
    '{"transcript":[{"speaker":{"display_name":"Ada"},"text":"Hello there.","timestamp":"00:00:01"},{"speaker":{"display_name":"Bob"},"text":"Hi.","timestamp":"00:00:05"}]}',
    ['1-null [Ada] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'zoom.vtt',
    'WEBVTT\n\n1\n00:00:16.000 --> 00:00:27.000\nAda Lovelace: Hello.\n\n2\n00:00:28.000 --> 00:00:30.000\nNote: we are late.\n\n3\n00:00:31.000 --> 00:00:33.000\nBob Smith: Yes.\n\n4\n00:00:34.000 --> 00:00:36.000\nNote: Bob is right.\n',
    [
      '16-27 [Ada Lovelace] "Hello."',
      '28-30 "Note: we are late."',
      '31-33 [Bob Smith] "Yes."',
      '34-36 "Note: Bob is right."',
    ],
  ],
  [
    'questions.txt',
    'Question: How are you?\nAnswer: Fine.\nQuestion: And now?\nAnswer: Fine.\n',
    [
      'null-null [Question] "How are you?"',
      'null-null [Answer] "Fine."',
      'null-null [Question] "And now?"',
      'null-null [Answer] "Fine."',
    ],
  ],
  [
    'trint.txt',
    '[00:00:02] Speaker 1 Hello there.\n\n[00:00:09] Speaker 2 Fine.\n',
    ['2-null [Speaker 1] "Hello there."', '9-null [Speaker 2] "Fine."'],
  ],
  [
    'happy.txt',
    '00:00:01 - 00:00:05\nAda\nHello there.\n\n00:00:06 - 00:00:08\nBob\nHi.\n\n00:00:10 - 00:00:12\nAda\nSo.\n',
    ['1-5 [Ada] "Hello there."', '6-8 [Bob] "Hi."', '10-12 [Ada] "So."'],
  ],
  [
    'tldv.txt',
    'Weekly sync\n\nhttps://tldv.io/app/meetings/abc\n\n00:01 Ada: Hello there.\n00:05 Bob: Hi.\n00:09 Ada: So.\n',
    ['1-null [Ada] "Hello there."', '5-null [Bob] "Hi."', '9-null [Ada] "So."'],
  ],
  [
    'elan-lengths.txt',
    'Ada\t\t500\t1200\t700\tHello there.\nBob\t\t2500\t2900\t400\tHi.\n',
    ['0.5-1.2 [Ada] "Hello there."', '2.5-2.9 [Bob] "Hi."'],
  ],
  [
    'elan-files.txt',
    '"#file:///talk.eaf"\nAda\t\t00:00:00.500\t00:00:01.200\t00:00:00.700\tHello there.\n',
    ['0.5-1.2 [Ada] "Hello there."'],
  ],
  [
    'elan-head.txt',
    'Begin Time - hh:mm:ss.ms\tEnd Time - hh:mm:ss.ms\tDuration - hh:mm:ss.ms\tAda\n00:00:00.500\t00:00:01.200\t00:00:00.700\tHello there.\n',
    ['0.5-1.2 "Hello there."'],
  ],
  [
    'numbered.txt',
    '1\t0:00.0 - 0:03.5\tHello there.\tAda\n2\t0:05.0 - 0:06.5\tHi.\tBob\n',
    ['0-3.5 "Hello there.\tAda"', '5-6.5 "Hi.\tBob"'],
  ],
  [
    'aircall.json',
    '{"transcription":{"id":1,"call_id":2,"content":{"language":"en-US","utterances":[{"start_time":0.08,"end_time":5.2,"text":"Hello there.","participant_type":"external","phone_number":"+1"},{"start_time":5.5,"end_time":6.2,"text":"Hi.","participant_type":"internal","user_id":3}]}}}',
    ['0.08-5.2 [External] "Hello there."', '5.5-6.2 [Internal] "Hi."'],
  ],
  [
    'avoma.json',
    '{"speakers":[{"id":0,"name":"Ada","email":"a"},{"id":1,"name":"Bob"}],"transcript":[{"speaker_id":0,"timestamps":[0.5,0.8],"transcript":"Hello there."},{"speaker_id":1,"timestamps":[2.5],"transcript":"Hi."}],"transcription_vtt_url":"x"}',
    ['0.5-null [Ada] "Hello there."', '2.5-null [Bob] "Hi."'],
  ],
  [
    'chorus.json',
    '{"utterances":[{"snippet":"Hello there.","snippet_time":0.5,"speaker_name":"Ada","speaker_type":"rep"},{"snippet":"Hi.","snippet_time":2.5,"speaker_name":"Bob"}]}',
    ['0.5-null [Ada] "Hello there."', '2.5-null [Bob] "Hi."'],
  ],
  [
    'webex.json',
    '{"items":[{"id":"a","personName":"Ada","personEmail":"a@x","text":"Hello there.","offsetMillisecond":1234,"durationMillisecond":2500},{"id":"b","personName":"Bob","text":"Hi.","offsetMillisecond":5234,"durationMillisecond":500}]}',
    ['1.234-3.734 [Ada] "Hello there."', '5.234-5.734 [Bob] "Hi."'],
  ],
  [
    'genesys.json',
    '{"transcripts":[{"transcriptId":"t","phrases":[{"text":"hello there","stability":1,"confidence":0.7,"offset":{"milliseconds":1500},"startTimeMs":1767866281500,"duration":{"milliseconds":700},"words":[{"word":"hello","confidence":0.7,"offset":{"milliseconds":1500},"startTimeMs":1767866281500,"duration":{"milliseconds":300}}],"participantPurpose":"internal","phraseIndex":0},{"text":"hi","startTimeMs":1767866283500,"duration":{"milliseconds":300},"offset":{"milliseconds":3500},"participantPurpose":"external"}]}]}',
    ['1.5-2.2 [Internal] "hello there" 1.5 1.8', '3.5-3.8 [External] "hi"'],
  ],
  [
    'dialpad.json',
    '{"lines":[{"contact_id":"1","content":"Hello there.","name":"Ada","time":"2026-01-08T10:58:01.000000","type":"transcript","user_id":1},{"content":"Hi.","name":"Bob","time":"2026-01-08T10:58:05.000000","type":"transcript"}]}',
    ['0-null [Ada] "Hello there."', '4-null [Bob] "Hi."'],
  ],
  [
    'readai.json',
    '{"transcript":{"speakers":[{"name":"Ada"},{"name":"Bob"}],"speaker_blocks":[{"start_time":1767866281000,"end_time":1767866283000,"speaker":{"name":"Ada"},"words":"Hello there."},{"start_time":1767866285000,"end_time":1767866286000,"speaker":{"name":"Bob"},"words":"Hi."}]}}',
    ['0-2 [Ada] "Hello there."', '4-5 [Bob] "Hi."'],
  ],
  [
    'twilio.json',
    '{"sentences":[{"media_channel":1,"sentence_index":0,"start_time":0.5,"end_time":1.2,"transcript":"Hello there.","words":[{"start_time":0.5,"end_time":0.7,"word":"Hello"},{"start_time":0.8,"end_time":1.2,"word":"there."}],"confidence":0.9},{"media_channel":2,"sentence_index":1,"start_time":2.5,"end_time":2.9,"transcript":"Hi."}]}',
    ['0.5-1.2 [Speaker 1] "Hello there." 0.5 0.8', '2.5-2.9 [Speaker 2] "Hi."'],
  ],
  [
    'gemini2.json',
    '{"transcript":[{"time":"[00:01]","speaker":"Ada","text":"Hello there."},{"time":"[00:05]","speaker":"Bob","text":"Hi."}]}',
    ['1-null [Ada] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'numbered-cues.txt',
    '#1\n00:00:01.000 --> 00:00:02.000\nAda: Hello\n\n#2\n00:00:03.000 --> 00:00:04.000\nBob: Hi\n',
    ['1-2 [Ada] "Hello"', '3-4 [Bob] "Hi"'],
  ],
  [
    'dotted-names.txt',
    'Ada Lovelace  •  00:01\nHello there.\n\nBob Smith  •  00:05\nHi.\n',
    ['1-null [Ada Lovelace] "Hello there."', '5-null [Bob Smith] "Hi."'],
  ],
  [
    'at-times.txt',
    'Ada Lovelace @ 00:01\nHello there.\n\nBob @ 00:05\nHi.\n',
    ['1-null [Ada Lovelace] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'fathom-copied.txt',
    '@0:01 - Ada Lovelace (Acme)\nHello there.\n\n@0:05 - Bob\nHi.\n',
    ['1-null [Ada Lovelace (Acme)] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'angles.txt',
    'Ada Lovelace <00:01>: Hello there.\nBob <00:05>: Hi.\n',
    ['1-null [Ada Lovelace] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'braces.txt',
    '{00:01} Ada: Hello there.\n{00:05} Bob: Hi.\n',
    ['1-null [Ada] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'turns.json',
    '{"turns":[{"speaker":"Ada","segments":[{"start":0.5,"end":1.2,"text":"Hello"},{"start":1.5,"end":1.9,"text":"more"}]},{"speaker":"Bob","segments":[{"start":2.5,"end":2.9,"text":"Hi"}]}]}',
    ['0.5-1.2 [Ada] "Hello"', '1.5-1.9 [Ada] "more"', '2.5-2.9 [Bob] "Hi"'],
  ],
  [
    'bychannel.json',
    '{"channels":[{"channel":0,"segments":[{"start":0.5,"end":1.2,"text":"Hello"},{"start":5.5,"end":6.2,"text":"more"}]},{"channel":1,"segments":[{"start":2.5,"end":2.9,"text":"Hi"}]}]}',
    ['0.5-1.2 "Hello"', '2.5-2.9 "Hi"', '5.5-6.2 "more"'],
  ],
  [
    'byspeaker.json',
    '{"Ada":[{"start":0.5,"end":1.2,"text":"Hello"},{"start":5.5,"end":6.2,"text":"more"}],"Bob":[{"start":2.5,"end":2.9,"text":"Hi"}]}',
    ['0.5-1.2 [Ada] "Hello"', '2.5-2.9 [Bob] "Hi"', '5.5-6.2 [Ada] "more"'],
  ],
  [
    'words-speaker.json',
    '{"text":"Hello. Hi.","segments":[{"start":0.5,"end":2.9,"text":"Hello. Hi.","words":[{"word":"Hello.","start":0.5,"end":0.9,"speaker":"A"},{"word":"Hi.","start":2.5,"end":2.9,"speaker":"B"}]}]}',
    ['0.5-0.9 [Speaker A] "Hello." 0.5', '2.5-2.9 [Speaker B] "Hi." 2.5'],
  ],
  ['files.json', '[{"name":"talk.wav","text":"Hello","start":0.5,"end":1.2}]', ['0.5-1.2 "Hello"']],
  [
    'de.csv',
    'Nr.;Von;Bis;Sprecher:in;Transkript\n1;00:00:01.0;00:00:02.0;Ada;Hallo\n',
    ['1-2 [Ada] "Hallo"'],
  ],
  [
    'about.txt',
    'Title: Weekly\nDate: 2026-01-08\nDuration: 32:10\n\n[00:00:01] Ada: Hello.\n[00:00:05] Bob: Hi.\n',
    ['1-null [Ada] "Hello."', '5-null [Bob] "Hi."'],
  ],
  [
    'table.md',
    '| Time | Speaker | Text |\n|---|---|---|\n| 00:01 | Ada | Hello. |\n| 00:05 | Bob | Hi. |\n',
    ['1-null [Ada] "Hello."', '5-null [Bob] "Hi."'],
  ],
  [
    'arabic-digits.txt',
    '٠٠:٠١ أحمد: مرحبا.\n٠٠:٠٥ سارة: أهلا.\n',
    ['1-null [أحمد] "مرحبا."', '5-null [سارة] "أهلا."'],
  ],
  [
    'wide-colons.txt',
    '00：01 田中：こんにちは。\n00：05 鈴木：はい。\n',
    ['1-null [田中] "こんにちは。"', '5-null [鈴木] "はい。"'],
  ],
  [
    'time-of-day.txt',
    'Time: 10:58\nPlace: London\n\nAda: Hello.\nBob: Hi.\nAda: So.\n',
    [
      'null-null [Place] "London"',
      'null-null [Ada] "Hello."',
      'null-null [Bob] "Hi."',
      'null-null [Ada] "So."',
    ],
  ],
])('%s keeps its words, times and speakers', (name, content, passages) => {
  expect(shownWithWords(name, content)).toEqual(passages);
});

it('what begins anew in a file of several transcripts is left out with a note', () => {
  const call = (id: string, text: string) =>
    `{"callId":"${id}","transcript":[{"speakerId":"${id}","topic":"A","sentences":[{"start":500,"end":1200,"text":"${text}"}]}]}`;
  expect(
    shownImport('gong.json', `{"callTranscripts":[${call('12345', 'Hello.')},${call('67890', 'Hi.')}]}`),
  ).toEqual({
    passages: ['0.5-1.2 [12345] "Hello."'],
    notes: ['1 of its transcripts begin anew, and were left out.'],
  });
});
