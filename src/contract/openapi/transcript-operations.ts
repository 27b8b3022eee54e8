import { z } from '../../lib/zod.ts';
import { importQuery } from '../transcripts/imported-transcript.ts';
import { FORMAT_FILES } from '../transcripts/transcript-formats.ts';
import { transcriptQuery } from '../transcripts/transcript-json.ts';
import * as examples from './examples.ts';
import { errors, json, parameter, pathId } from './operation-parts.ts';

const transcriptFields = z.toJSONSchema(transcriptQuery, { io: 'input' }).properties ?? {};

const transcriptParameter = (name: keyof z.infer<typeof transcriptQuery>, description: string) =>
  parameter('query', name, description, transcriptFields[name] ?? {});

/** Fields of an import besides its file. */
export const importFields = z.toJSONSchema(importQuery, { io: 'input' }).properties ?? {};

const importParameter = (name: keyof z.infer<typeof importQuery>, description: string) =>
  parameter('query', name, description, importFields[name] ?? {});

export const namesParameter = transcriptParameter(
  'names',
  'Whether utterances have `speaker_name`, the name that a person gave the speaker.',
);

const EXPORT_PARAMETERS = [
  transcriptParameter(
    'timestamps',
    'Where texts have time stamps. With `line`, formats with rows or intervals have one for each sentence.',
  ),
  transcriptParameter(
    'speakers',
    'Whether speakers are told apart; `true` also writes their names into the rows of SRT and ASS. By default each format has them where readers expect them.',
  ),
  transcriptParameter(
    'sounds',
    'Whether texts and captions name the sounds of `sound_events`, such as `[music]`; false by default.',
  ),
  transcriptParameter(
    'language',
    'A language that the job was translated into, or several with commas between them, which `txt`, `md`, `docx`, `html`, `srt`, `vtt` ' +
      'and `ass` show beside each other. Utterances of which words were struck or redacted are left out of translations.',
  ),
  transcriptParameter(
    'layout',
    'Where captions in further languages stand: `stacked` below the first in the same cue, or `apart` at the top. By default stacked.',
  ),
  transcriptParameter(
    'look',
    'How `vtt`, `ass` and `ttml` show the word that is spoken: by `highlight`, by `fill` from then on, by `pop` or `box`, or `plain` not at ' +
      'all. By default as it was set in the app.',
  ),
  transcriptParameter(
    'words',
    'How many words captions have at a time, from 1 to 5. By default as it was set in the app.',
  ),
  transcriptParameter('title', 'What the recording is called; by default its file name.'),
  transcriptParameter('audio', 'Address of the recording, for the player of `html`.'),
  transcriptParameter('frame_rate', 'Frames per second of `edl` and `fcpxml`; by default 25.'),
  transcriptParameter(
    'template',
    'The template of `template`, such as `{{speaker}} {{start|srt}} {{text}}`.',
  ),
];

/** Content by media type; several formats are plain text. */
const exportContent = Object.fromEntries(
  Object.entries(FORMAT_FILES)
    .filter(([format]) => format !== 'json')
    .map(([format, { type }]) => [
      type.replace(/;.*/, ''),
      {
        schema: {
          type: 'string',
          ...(format === 'docx' && { contentMediaType: 'application/octet-stream' }),
        },
      },
    ]),
);

/** What can be sent. */
const importContent = Object.fromEntries(
  [
    'application/x-subrip',
    'text/vtt',
    'text/plain',
    'text/csv',
    'application/ttml+xml',
    'application/json',
  ].map((type) => [type, { schema: type === 'application/json' ? {} : { type: 'string' } }]),
);

/** Operations of `/v2/pre-recorded/{id}/transcript`. */
export const TRANSCRIPT = {
  get: {
    operationId: 'PreRecordedController_getTranscript_v2',
    summary: 'Get the corrected transcript',
    description:
      'The transcript as people corrected it in the app, or the machine’s as long as nobody did. What they struck or redacted is left ' +
      'out. The job itself keeps the machine’s result.',
    tags: ['Jobs'],
    parameters: [
      pathId,
      transcriptParameter('format', 'What the answer is written in.'),
      { ...namesParameter, description: 'Whether speakers are called by the names that people gave them.' },
      ...EXPORT_PARAMETERS,
    ],
    responses: {
      200: {
        description: 'The transcript.',
        content: {
          ...json('CorrectedTranscript', { corrected: examples.transcriptJson }),
          ...exportContent,
        },
      },
      ...errors('invalid_request', 'not_found', 'not_implemented'),
    },
  },
  post: {
    operationId: 'PreRecordedController_importTranscript_v2',
    summary: 'Import a transcript',
    description:
      'A transcript of another program beside the recording, in place of the corrected one, which is kept as a version. Times of cues ' +
      'and of words stay as the file has them; other words get the times at which they were recognised. Before the job is done they ' +
      'share the time of their cues until it is; a job whose model is not installed ends with this text. The job itself keeps the ' +
      'machine’s result. The answer is a 409 while a tab corrects the transcript.',
    tags: ['Jobs'],
    parameters: [
      pathId,
      importParameter('name', 'The file’s name, which messages and versions call it by.'),
      importParameter(
        'format',
        'What the file is. By default its media type, its name and its content say it.',
      ),
      importParameter('language', 'What is spoken; by default what the file or the machine says.'),
    ],
    requestBody: {
      required: true,
      description:
        'SubRip, WebVTT, SBV, SSA or ASS, TTML, a table in CSV or TSV, a Praat TextGrid, plain text or Markdown, or JSON of this API, of ' +
        'Whisper and its kin or of other services; UTF-8, at most 64 MiB. What is broken in a file is mended or left out, which ' +
        '`imported.notes` says.',
      content: importContent,
    },
    responses: {
      200: {
        description: 'The transcript as it is now.',
        content: json('CorrectedTranscript', { corrected: examples.transcriptJson }),
      },
      ...errors('invalid_request', 'not_found', 'too_large', 'not_implemented'),
    },
  },
};
