import { expect, it } from 'vitest';
import { shownWithWords } from '../../../tests/fakes/shown-import.ts';

it.each([
  [
    'otter-new.txt',
    "Weekly sync\nMon, Jan 8, 2024 10:58AM • 28:48\n\nSUMMARY KEYWORDS\nbudget, team, project, plan\n\nSPEAKERS\nAda Lovelace, Speaker 2\n\nAda Lovelace  00:00\nGood morning everyone. Let's start.\n\nSpeaker 2  00:05\nGood morning. Note: we are late.\n\nAda Lovelace  01:02:05\nBye.\n",
    [
      '0-null [Ada Lovelace] "Good morning everyone. Let\'s start."',
      '5-null [Speaker 2] "Good morning. Note: we are late."',
      '3725-null [Ada Lovelace] "Bye."',
    ],
  ],
  [
    'trint.json',
    '{"transcript":{"id":"x","title":"t","words":[{"id":"w1","time":"440","duration":"200","value":"Hello"},{"id":"w2","time":"700","duration":"300","value":"there."}],"speakers":[{"name":"Ada","time":"440","duration":"560"}],"paragraphs":[{"id":"p1","time":"440","duration":"560"}]}}',
    ['0.44-1 [Ada] "Hello there." 0.44 0.7'],
  ],
  [
    'sonix2.json',
    '{"name":"talk","transcript":[{"speaker":"Ada","start_time":0.5,"end_time":1.2,"words":[{"text":"Hello","start_time":0.5,"end_time":0.7},{"text":" there.","start_time":0.8,"end_time":1.2}]}]}',
    ['0.5-1.2 [Ada] "Hello there." 0.5 0.8'],
  ],
  [
    'rev3.txt',
    'Ada Lovelace (00:00):\nHello there.\n\nBob (00:05):\nHi.\n\n(00:10):\nAnd more.\n\nSpeaker 3 (00:15):\n[crosstalk 00:00:16] Bye.\n',
    [
      '0-null [Ada Lovelace] "Hello there."',
      '5-null [Bob] "Hi."',
      '10-null "And more."',
      '15-null [Speaker 3] "[crosstalk] Bye."',
    ],
  ],
  [
    'revai.txt',
    'Speaker 0    00:00:01    Hello there.\nSpeaker 1    00:00:05    Hi.\n',
    ['1-null [Speaker 0] "Hello there."', '5-null [Speaker 1] "Hi."'],
  ],
  [
    'rev.json',
    '{"speakers":[{"id":0,"name":"Ada"}],"monologues":[{"speaker":0,"elements":[{"type":"text","value":"Hello","ts":0.5,"end_ts":0.7,"confidence":0.9},{"type":"punct","value":" "},{"type":"text","value":"there","ts":0.8,"end_ts":1},{"type":"punct","value":"."}]},{"speaker":1,"elements":[{"type":"unknown","value":"<inaudible>"},{"type":"text","value":"Hi","timestamp":"00:00:02,500","end_timestamp":"00:00:02,900"},{"type":"punct","value":"."}]}]}',
    ['0.5-1 [Ada] "Hello there." 0.5 0.8', '2.5-2.9 [Speaker 1] "<inaudible>Hi." 2.5'],
  ],
  [
    'descript.md',
    '# My talk\n\n**Ada:** [00:00:00] Hello there.\n\n**Bob:** [00:00:05] Hi. [00:00:30] More.\n',
    ['0-null [Ada] "Hello there."', '5-null [Bob] "Hi. More."'],
  ],
  [
    'happy.json',
    '[{"speaker":"Ada","words":[{"text":"Hello","type":"text","data_start":0.5,"data_end":0.7,"confidence":0.9},{"text":" ","type":"space"},{"text":"there.","type":"text","data_start":0.8,"data_end":1.2}]},{"speaker":"Bob","words":[{"text":"Hi.","type":"text","data_start":2,"data_end":2.4}]}]',
    ['0.5-1.2 [Ada] "Hello there." 0.5 0.8', '2-2.4 [Bob] "Hi." 2'],
  ],
  [
    'temi2.txt',
    'Speaker 1: 00:00 Hello there.\n\nSpeaker 2: 00:05 Hi.\n',
    ['0-null [Speaker 1] "Hello there."', '5-null [Speaker 2] "Hi."'],
  ],
  [
    'zoom-chat.txt',
    '10:01:23\t From Ada Lovelace : Hello there\n10:02:10\t From Bob to Everyone : Hi\n',
    ['36083-null [Ada Lovelace] "Hello there"', '36130-null [Bob] "Hi"'],
  ],
  [
    'zoom-chat2.txt',
    '10:01:23 From Ada Lovelace to Everyone:\n\tHello there\n10:02:10 From Bob to Everyone:\n\tHi\n\tReplying to "Hello there"\n',
    ['36083-null [Ada Lovelace] "Hello there"', '36130-null [Bob] "Hi Replying to "Hello there""'],
  ],
  [
    'teams-de.txt',
    'Besprechung\n8. Januar 2026, 09:58\n32 Min. 10 Sek.\n\nAda Lovelace hat die Transkription gestartet\n\nAda Lovelace   0:03\nHallo.\n\nBob   0:10\nGuten Tag.\n\nAda Lovelace hat die Transkription beendet\n',
    ['3-null [Ada Lovelace] "Hallo."', '10-null [Bob] "Guten Tag."'],
  ],
  [
    'teams-old.txt',
    '0:0:0.0 --> 0:0:2.510\nLovelace, Ada\nHello there.\n0:0:3.0 --> 0:0:5.610\nSmith, Bob\nHi. I am Bob.\n',
    ['0-2.51 [Lovelace, Ada] "Hello there."', '3-5.61 [Smith, Bob] "Hi. I am Bob."'],
  ],
  [
    'teams-old2.txt',
    '00:00:00 --> 00:00:02\nAda Lovelace\nHello there.\n\n00:00:03 --> 00:00:05\nBob Smith\nHi.\n',
    ['0-2 [Ada Lovelace] "Hello there."', '3-5 [Bob Smith] "Hi."'],
  ],
  [
    'teams-panel.txt',
    'AL\nAda Lovelace\n0 minutes 3 seconds\n0:03\nAda Lovelace 0 minutes 3 seconds\nHello there.\nBS\nBob Smith\n0 minutes 10 seconds\n0:10\nBob Smith 0 minutes 10 seconds\nHi.\n',
    ['3-null [Ada Lovelace] "Hello there."', '10-null [Bob Smith] "Hi."'],
  ],
  [
    'meet.txt',
    'Weekly sync (2026-01-08 10:58 GMT+1) - Transcript\nAttendees\nAda Lovelace, Bob Smith\n\nTranscript\n\nAda Lovelace: Hello there.\nBob Smith: Hi.\n\n00:05:00\n\nAda Lovelace: So.\nBob Smith: Yes.\n\nTranscription ended after 00:32:10\n\nThis editable transcript was computer generated and might contain errors. People can also change the text after it was created.\n',
    [
      '0-null [Ada Lovelace] "Hello there."',
      '0-null [Bob Smith] "Hi."',
      '300-null [Ada Lovelace] "So."',
      '300-null [Bob Smith] "Yes."',
    ],
  ],
  [
    'yt.json3',
    '{"wireMagic":"pb3","pens":[{}],"wsWinStyles":[{}],"wpWinPositions":[{}],"events":[{"tStartMs":0,"dDurationMs":10000,"id":1,"wpWinPosId":1},{"tStartMs":80,"dDurationMs":4000,"wWinId":1,"segs":[{"utf8":"hello","acAsrConf":0},{"utf8":" there","tOffsetMs":320}]},{"tStartMs":2000,"dDurationMs":2080,"wWinId":1,"aAppend":1,"segs":[{"utf8":"\\n"}]},{"tStartMs":2010,"dDurationMs":3000,"wWinId":1,"segs":[{"utf8":"welcome"},{"utf8":" back","tOffsetMs":400}]}]}',
    ['0.08-4.08 "hello there" 0.08 0.4', '2.01-5.01 "welcome back" 2.01 2.41'],
  ],
  [
    'yt.srv3',
    '<?xml version="1.0" encoding="utf-8" ?><timedtext format="3">\n<head>\n<ws id="0"/><wp id="0"/>\n</head>\n<body>\n<w t="0" id="1" wp="1" ws="1"/>\n<p t="80" d="4000" w="1"><s ac="0">hello</s><s t="320" ac="0"> there</s></p>\n<p t="2000" d="2080" w="1" a="1">\n</p>\n<p t="2010" d="3000" w="1"><s ac="0">welcome</s><s t="400"> back</s></p>\n</body>\n</timedtext>',
    ['0.08-4.08 "hello there" 0.08 0.4', '2.01-5.01 "welcome back" 2.01 2.41'],
  ],
  [
    'aws-callanalytics.json',
    '{"JobStatus":"COMPLETED","LanguageCode":"en-US","Transcript":[{"LoudnessScores":[70],"Content":"Hello there.","Items":[{"Content":"Hello","Confidence":"0.9","Type":"pronunciation","BeginOffsetMillis":500,"EndOffsetMillis":700},{"Content":"there","Confidence":"0.9","BeginOffsetMillis":800,"EndOffsetMillis":1200},{"Content":".","Confidence":"0.0","Type":"punctuation"}],"Id":"x","BeginOffsetMillis":500,"EndOffsetMillis":1200,"Sentiment":"NEUTRAL","ParticipantRole":"AGENT"}]}',
    ['0.5-1.2 [AGENT] "Hello there." 0.5 0.8'],
  ],
  [
    'azure-isoonly.json',
    '{"recognizedPhrases":[{"recognitionStatus":"Success","channel":0,"offset":"PT1M0.5S","duration":"PT0.7S","nBest":[{"display":"Hello there."}]}]}',
    ['60.5-61.2 "Hello there."'],
  ],
  [
    'gladia-v1.json',
    '{"prediction":[{"time_begin":0.5,"time_end":1.2,"probability":0.9,"language":"en","transcription":"Hello there.","speaker":"speaker_0","channel":"channel_0","words":[{"word":"Hello","time_begin":0.5,"time_end":0.7,"confidence":0.9},{"word":" there.","time_begin":0.8,"time_end":1.2}]}],"prediction_raw":{}}',
    ['0.5-1.2 [speaker_0] "Hello there." 0.5 0.8'],
  ],
  [
    'speechmatics.txt',
    'SPEAKER: S1\nHello there. This is a test.\n\nSPEAKER: S2\nHi.\n',
    ['null-null [S1] "Hello there. This is a test."', 'null-null [S2] "Hi."'],
  ],
  [
    'wcpp.json',
    '{"systeminfo":"x","model":{"type":"base"},"params":{"language":"en"},"result":{"language":"en"},"transcription":[{"timestamps":{"from":"00:00:00,500","to":"00:00:01,200"},"offsets":{"from":500,"to":1200},"text":" Hello there.","speaker":"0"},{"timestamps":{"from":"00:00:02,500","to":"00:00:02,900"},"offsets":{"from":2500,"to":2900},"text":" Hi.","speaker_turn_next":true,"tokens":[{"text":"[_BEG_]","timestamps":{"from":"00:00:02,500","to":"00:00:02,500"},"offsets":{"from":2500,"to":2500},"id":50364,"p":0.9},{"text":" Hi","offsets":{"from":2500,"to":2700},"id":1,"p":0.8},{"text":".","offsets":{"from":2700,"to":2900}}]}]}',
    ['0.5-1.2 [Speaker 0] "Hello there."', '2.5-2.9 [] "Hi." 2.5'],
  ],
  [
    'wcpp-spk.csv',
    'start,end,speaker,text\n500,1200,0," Hello there."\n2500,2900,1," Hi."\n',
    ['0.5-1.2 [Speaker 0] "Hello there."', '2.5-2.9 [Speaker 1] "Hi."'],
  ],
  [
    'wcpp-diarize.srt',
    '1\n00:00:00,500 --> 00:00:01,200\n (speaker 0) Hello there.\n\n2\n00:00:02,500 --> 00:00:02,900\n (speaker 1) Hi.\n\n3\n00:00:03,500 --> 00:00:03,900\n (speaker ?) Yes.\n',
    ['0.5-1.2 [speaker 0] "Hello there."', '2.5-2.9 [speaker 1] "Hi."', '3.5-3.9 [speaker ?] "Yes."'],
  ],
  [
    'wcpp-tdrz.txt',
    '[00:00:00.500 --> 00:00:01.200]   Hello there. [SPEAKER_TURN]\n[00:00:02.500 --> 00:00:02.900]   Hi.\n',
    ['0.5-1.2 "Hello there."', '2.5-2.9 "Hi."'],
  ],
  [
    'wcpp-stdout.txt',
    "whisper_init_from_file_with_params_no_state: loading model from 'models/ggml-base.bin'\nwhisper_model_load: loading model\n\nmain: processing 'talk.wav' (176000 samples, 11.0 sec), 4 threads\n\n[00:00:00.500 --> 00:00:01.200]   Hello there.\n[00:00:02.500 --> 00:00:02.900]   Hi.\n\nwhisper_print_timings:     load time =   100.00 ms\nwhisper_print_timings:    total time =   500.00 ms\n",
    ['0.5-1.2 "Hello there."', '2.5-2.9 "Hi."'],
  ],
  [
    'whisperx.aud',
    '0.5\t1.2\t[[SPEAKER_00]]Hello there.\n2.5\t2.9\t[[SPEAKER_01]]Hi.\n',
    ['0.5-1.2 [SPEAKER_00] "Hello there."', '2.5-2.9 [SPEAKER_01] "Hi."'],
  ],
  [
    'dote.json',
    '{"interface_version":"DOTE 1.1","lines":[{"startTime":"00:00:00,500","endTime":"00:00:01,200","speakerDesignation":"Ada","text":"Hello there."},{"startTime":"00:00:02,500","endTime":"00:00:02,900","speakerDesignation":"Bob","text":"Hi."}]}',
    ['0.5-1.2 [Ada] "Hello there."', '2.5-2.9 [Bob] "Hi."'],
  ],
  [
    'vibe.json',
    '[{"start":50,"stop":120,"text":" Hello there.","speaker":1},{"start":250,"stop":290,"text":" Hi.","speaker":2}]',
    ['0.5-1.2 [Speaker 1] "Hello there."', '2.5-2.9 [Speaker 2] "Hi."'],
  ],
  [
    'vibe-long.json',
    '[{"start":0,"stop":220,"text":" Hello there."},{"start":220,"stop":590,"text":" Hi."},{"start":590,"stop":900,"text":" Hi."}]',
    ['0-2.2 "Hello there."', '2.2-5.9 "Hi."', '5.9-9 "Hi."'],
  ],
  [
    'noscribe.txt',
    'talk\nTranscribed with noScribe vers. 0.6\nAudio source: /home/ada/talk.mp3\n(Start: 00:00:00 | Stop: 00:10:00)\n\nS00: Hello there.\n\nS01: Hi. (..) Yes.\n\nS00: Fine.\n',
    ['null-null [S00] "Hello there."', 'null-null [S01] "Hi. (..) Yes."', 'null-null [S00] "Fine."'],
  ],
  [
    'x.otr',
    '{"text":"<p><span class=\\"timestamp\\" data-timestamp=\\"1.23\\">00:01</span>Ada: Hello there.<br /></p><p><span class=\\"timestamp\\" contenteditable=\\"false\\" data-timestamp=\\"5.5\\">00:05</span>&nbsp;Bob: Hi &amp; <b>bye</b>.</p>","media":"talk.mp3","media-source":"","media-time":12.3}',
    ['1-null [Ada] "Hello there."', '5-null [Bob] "Hi & bye."'],
  ],
  [
    'elrc.lrc',
    '[ti:Song]\n[ar:Ada]\n[00:00.50] <00:00.50> Hello <00:00.80> there <00:01.20>\n[00:02.50]F: <00:02.50> Hi <00:02.90>\n',
    ['0.5-1.2 "Hello there" 0.5 0.8', '2.5-2.9 "F: Hi" 2.5 2.5'],
  ],
  [
    'amber.json',
    '{"id":"x","recordId":"r","filename":"talk.mp3","startTimeOffset":0,"speakers":[{"spkid":"spk1","name":"Ada"},{"spkid":"spk2","name":"Bob"}],"segments":[{"speaker":"spk1","words":[{"text":"Hello","start":0.5,"end":0.7,"duration":0.2,"conf":1,"pristine":true},{"text":"there.","start":0.8,"end":1.2,"conf":1}]},{"speaker":"spk2","words":[{"text":"Hi.","start":2.5,"end":2.9}]}]}',
    ['0.5-1.2 [Ada] "Hello there." 0.5 0.8', '2.5-2.9 [Bob] "Hi." 2.5'],
  ],
  [
    'transana.txt',
    '¤<500>Ada: Hello there.\n¤<2500>Bob: Hi.\n',
    ['0.5-null [Ada] "Hello there."', '2.5-null [Bob] "Hi."'],
  ],
  [
    'fathom.txt',
    'Weekly sync - January 08\nVIEW RECORDING - 32 mins (No highlights): https://fathom.video/share/abc\n\n---\n\n0:00 - Ada Lovelace (Acme)\n  Hello there.\n\n0:05 - Bob\n  Hi.\n',
    ['0-null [Ada Lovelace (Acme)] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'apple.ttml',
    '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:podcasts="http://podcasts.apple.com/transcript-ttml-internal" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" podcasts:version="1.0"><head><metadata/></head><body dur="10.0"><div><p begin="0.500" end="2.900" ttm:agent="SPEAKER_1"><span podcasts:unit="sentence" begin="0.500" end="1.200"><span podcasts:unit="word" begin="0.500" end="0.700">Hello</span><span podcasts:unit="word" begin="0.800" end="1.200">there.</span></span><span podcasts:unit="sentence" begin="2.500" end="2.900"><span podcasts:unit="word" begin="2.500" end="2.900">Hi.</span></span></p></div></body></tt>',
    ['0.5-2.9 [SPEAKER_1] "Hello there. Hi." 0.5 0.8 2.5'],
  ],
  [
    'gong.json',
    '{"callTranscripts":[{"callId":"1","transcript":[{"speakerId":"123456789","topic":null,"sentences":[{"start":500,"end":1200,"text":"Hello there."},{"start":2500,"end":2900,"text":"Hi."}]}]}]}',
    ['0.5-1.2 [123456789] "Hello there."', '2.5-2.9 [123456789] "Hi."'],
  ],
  [
    'parakeet.json',
    '{"text":"Hello there.","timestamps":{"word":[{"start_offset":6,"end_offset":9,"start":0.5,"end":0.7,"word":"Hello"},{"start":0.8,"end":1.2,"word":"there."}],"segment":[{"start":0.5,"end":1.2,"segment":"Hello there."}],"char":[]}}',
    ['0.5-1.2 "Hello there." 0.5 0.8'],
  ],
  ['pbs.json', '[{"startMillis":500,"endMillis":1200,"text":"Hello there."}]', ['0.5-1.2 "Hello there."']],
  [
    'bbcdraft.json',
    '{"blocks":[{"text":"Hello there.","type":"paragraph","data":{"speaker":"Ada","words":[{"start":0.5,"end":0.7,"punct":"Hello","word":"hello"},{"start":0.8,"end":1.2,"punct":"there.","word":"there"}],"start":0.5},"entityRanges":[]}],"entityMap":{}}',
    ['0.5-1.2 [Ada] "Hello there." 0.5 0.8'],
  ],
  [
    'kaldi.json',
    '{"action":"audio-transcribe","retval":{"status":true,"wonid":"x","punct":"Hello there.","words":[{"start":0.5,"confidence":1,"end":0.7,"word":"hello","punct":"Hello","index":0},{"start":0.8,"end":1.2,"word":"there","punct":"there.","index":1}],"segmentation":{}}}',
    ['0.5-1.2 "Hello there." 0.5 0.8'],
  ],
  [
    'autoedit.json',
    '{"words":[{"id":0,"start":0.5,"end":0.7,"text":"Hello"},{"id":1,"start":0.8,"end":1.2,"text":"there."}],"paragraphs":[{"id":0,"start":0.5,"end":1.2,"speaker":"Ada"}]}',
    ['0.5-1.2 [Ada] "Hello there." 0.5 0.8'],
  ],
  ['panopto.txt', '1\n0:00:01\nHello there.\n\n2\n0:00:05\nHi.\n', ['1-null "Hello there."', '5-null "Hi."']],
  [
    'spotify.json',
    '{"version":1,"section":[{"startMs":500,"title":{"title":"Speaker 1"}},{"startMs":700,"text":{"sentence":{"text":"Hello there."}}}]}',
    ['0.7-null "Hello there."'],
  ],
  [
    'otter-fr.txt',
    'Réunion\nlun., 8 janv. 2024 10:58 • 28:48\n\nMOTS-CLÉS DU RÉSUMÉ\nbudget, équipe\n\nINTERVENANTS\nAda, Bob\n\nAda  00:00\nBonjour à tous.\n\nBob  00:05\nBonjour.\n',
    ['0-null [Ada] "Bonjour à tous."', '5-null [Bob] "Bonjour."'],
  ],
  [
    'zoom-timeline.json',
    '{"transcript":[{"ts":"00:00:01.000","end_ts":"00:00:03.000","username":"Ada","text":"Hello there."}]}',
    ['1-3 [Ada] "Hello there."'],
  ],
  [
    'teams-meta.vtt',
    'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n{"startDateTime":"2026-01-08T10:00:01Z","endDateTime":"2026-01-08T10:00:03Z","speakerName":"Ada","spokenText":"Hello there.","spokenLanguage":"en-us"}\n',
    ['1-3 [Ada] "Hello there."'],
  ],
  [
    'gotomeeting.txt',
    'Ada Lovelace\n[00:00:01]\nHello there.\n\nBob Smith\n[00:00:05]\nHi.\n',
    ['1-null [Ada Lovelace] "Hello there."', '5-null [Bob Smith] "Hi."'],
  ],
  [
    'grecorder.txt',
    'Speaker 1\n00:01\nHello there.\n\nSpeaker 2\n00:05\nHi.\n',
    ['1-null [Speaker 1] "Hello there."', '5-null [Speaker 2] "Hi."'],
  ],
  [
    'elan-tab.txt',
    'Ada\tAda\t500\t1200\tHello there.\nBob\tBob\t2500\t2900\tHi.\n',
    ['0.5-1.2 [Ada] "Hello there."', '2.5-2.9 [Bob] "Hi."'],
  ],
  [
    'reaper.csv',
    '#,Name,Start,End,Length\nR1,Hello there.,0:00.500,0:01.200,0:00.700\n',
    ['0.5-1.2 "Hello there."'],
  ],
  [
    'premiere-markers.csv',
    'Marker Name\tDescription\tIn\tOut\tDuration\tMarker Type\nHello there.\t\t00:00:00:12\t00:00:01:05\t00:00:00:18\tComment\n',
    ['0.48-1.2 "Hello there."'],
  ],
  [
    'avoma.txt',
    '[00:01] Ada (Acme): Hello there.\n[00:05] Bob: Hi.\n',
    ['1-null [Ada (Acme)] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'gong.txt',
    '0:01 | Ada\nHello there.\n\n0:05 | Bob\nHi.\n',
    ['1-null [Ada] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'readai.txt',
    'Ada Lovelace\n00:01\nHello there.\n\nBob Smith\n00:05\nHi.\n',
    ['1-null [Ada Lovelace] "Hello there."', '5-null [Bob Smith] "Hi."'],
  ],
  [
    'f4-de.txt',
    'I: Guten Tag. #00:00:12-3#\n\nB1: Hallo. #00:00:15-0#\n',
    ['0-12.3 [I] "Guten Tag."', '12.3-15 [B1] "Hallo."'],
  ],
  [
    'turboscribe.txt',
    '(Transcribed by TurboScribe. Go Unlimited to remove this message.)\n\nHello there. This is a test.\n\n(This file is longer than 30 minutes. Go Unlimited at TurboScribe.ai to transcribe files up to 10 hours long.)\n',
    ['null-null "Hello there. This is a test."'],
  ],
  [
    'cockatoo.txt',
    '00:00:01,000 --> 00:00:02,000 [Speaker 0]\nHello there.\n\n00:00:05,000 --> 00:00:06,000 [Speaker 1]\nHi.\n',
    ['1-2 [Speaker 0] "Hello there."', '5-6 [Speaker 1] "Hi."'],
  ],
  [
    'names-alone.txt',
    'ADA\nHello there.\n\nBOB\nHi.\n\nADA\nFine.\n',
    ['null-null [ADA] "Hello there."', 'null-null [BOB] "Hi."', 'null-null [ADA] "Fine."'],
  ],
  [
    'lines3.srt',
    '1\n00:00:01,000 --> 00:00:02,000\nYes Sir\nNo Sir\n\n2\n00:00:02,000 --> 00:00:03,000\nYes Sir\nGood Day\n',
    ['1-2 "Yes Sir No Sir"', '2-3 "Yes Sir Good Day"'],
  ],
  [
    'song.srt',
    '1\n00:00:01,000 --> 00:00:02,000\nHello\nGoodbye\n\n2\n00:00:02,000 --> 00:00:03,000\nHello\nGoodbye again\n',
    ['1-2 "Hello Goodbye"', '2-3 "Hello Goodbye again"'],
  ],
  [
    'jp.srt',
    '1\n00:00:01,000 --> 00:00:02,000\nこんにちは\n世界\n\n2\n00:00:02,000 --> 00:00:03,000\nこんにちは\n皆さん\n',
    ['1-2 "こんにちは世界"', '2-3 "こんにちは皆さん"'],
  ],
  [
    'meet-de.txt',
    'Besprechung (2026-01-08 10:58 GMT+1) – Transkript\nTeilnehmer\nAda Lovelace, Bob Smith\n\nTranskript\n\nAda Lovelace: Hallo.\nBob Smith: Guten Tag.\n\n00:05:00\n\nAda Lovelace: Also.\n\nDie Transkription wurde nach 00:32:10 beendet\n',
    ['0-null [Ada Lovelace] "Hallo."', '0-null [Bob Smith] "Guten Tag."', '300-null [Ada Lovelace] "Also."'],
  ],
  [
    'zoom-de-chat.txt',
    '10:01:23 Von Ada Lovelace an Alle:\n\tHallo\n10:02:10 Von Bob an Alle:\n\tHi\n',
    ['36083-null [Ada Lovelace] "Hallo"', '36130-null [Bob] "Hi"'],
  ],
  [
    'bullets.md',
    '# Meeting\n\n## Transcript\n\n- **Ada** (00:01): Hello there.\n- **Bob** (00:05): Hi.\n',
    ['1-null [Ada] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  [
    'md2.md',
    '## 00:00:01 - Ada\nHello *there*.\n\n## 00:00:05 - Bob\nHi [link](http://x).\n',
    ['1-null [Ada] "Hello there."', '5-null [Bob] "Hi link."'],
  ],
  [
    'chatgpt.txt',
    'Here is the transcript:\n\n**Ada (00:01):** Hello there.\n\n**Bob (00:05):** Hi.\n',
    ['1-null [Ada] "Hello there."', '5-null [Bob] "Hi."'],
  ],
  ['vtt-in-json.json', '{"text":"WEBVTT\\n\\n00:00:01.000 --> 00:00:02.000\\nHello.\\n"}', ['1-2 "Hello."']],
  ['srt-in-json.json', '{"subtitles":"1\\n00:00:01,000 --> 00:00:02,000\\nHello.\\n"}', ['1-2 "Hello."']],
  [
    'ampm.txt',
    '10:58 AM Ada: Hello there.\n10:59 AM Bob: Hi.\n',
    ['39480-null [Ada] "Hello there."', '39540-null [Bob] "Hi."'],
  ],
  [
    'slack.txt',
    'Ada Lovelace  [10:58 AM]\nHello there.\nBob  [10:59 AM]\nHi.\n',
    ['39480-null [Ada Lovelace] "Hello there."', '39540-null [Bob] "Hi."'],
  ],
  [
    'screenplay.txt',
    'Speaker 1\nHello there.\n\nSpeaker 2\nHi.\n\nSpeaker 1\nFine.\n',
    ['null-null [Speaker 1] "Hello there."', 'null-null [Speaker 2] "Hi."', 'null-null [Speaker 1] "Fine."'],
  ],
])('%s is read as its program wrote it', (name, content, passages) => {
  expect(shownWithWords(name, content)).toEqual(passages);
});

it.each([
  [
    'inq.inqscr',
    'app=InqScribe\naspectratio=1.78\nfont.name=Helvetica\ntext=[00:00:00.15] Ada: Hello there.\\r\\r[00:00:05.20] Bob: Hi.\ntimecode.fps=30\n',
    'it is an InqScribe document',
  ],
  [
    'cheetah.cap',
    '*NonDropFrame\n*Width 32\n** Caption Number 1\n*PopOn\n*T 00:00:01:00\n*BottomUp\n*Lf01\nHello there.\n\n** Caption Number 2\n*PopOn\n*T 00:00:05:00\n*BottomUp\nHi.\n',
    'it is a Cheetah file',
  ],
  [
    'qttext.txt',
    '{QTtext} {font:Tahoma}\n{plain} {size:20}\n{timeScale:30}\n{width:160}\n[00:00:00.15]\nHello there.\n[00:00:01.20]\n\n[00:00:02.15]\nHi.\n',
    'it is a QuickTime text',
  ],
  [
    'realtext.rt',
    '<window type="generic" duration="10">\n<time begin="0.5"/>Hello there.\n<time begin="2.5"/>Hi.\n</window>',
    'it is a RealText file',
  ],
  ['mpsub.sub', 'FORMAT=TIME\n0.5 0.7\nHello there.\n\n1.3 0.4\nHi.\n', 'it is an MPSub file'],
  ['pjs.pjs', '5,12,"Hello there."\n25,29,"Hi."\n', 'it is a Phoenix file'],
  ['aqt.aqt', '-->> 000012\nHello there.\n\n\n-->> 000030\n\n', 'it is an AQTitle file'],
  ['jacosub.jss', '#T100\n0:00:00.50 0:00:01.20 D Hello there.\n', 'it is a JACOsub file'],
])('%s is refused by the name of its format', (name, content, reason) => {
  expect(() => shownWithWords(name, content)).toThrow(reason);
});
