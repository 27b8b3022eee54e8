import { framesPerSecond } from '../formats/timecode.ts';
import { addressOf, type Clip, type CutRecording, clipsOf, framesOf } from './clips.ts';
import type { Part } from './kept-parts.ts';

/** The cut as OpenTimelineIO: a track of picture, if there is one, and a track of sound, with the same clips. */
export function writeOtio(parts: readonly Part[], recording: CutRecording): string {
  const rate = framesPerSecond(recording.frameRate);
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
  const range = (from: number, frames: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(from),
    duration: time(frames),
  });
  const { name, hasVideo } = recording;
  const clip = ({ from, frames }: Clip) => ({
    OTIO_SCHEMA: 'Clip.2',
    metadata: {},
    name,
    source_range: range(from, frames),
    effects: [],
    markers: [],
    enabled: true,
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: 'ExternalReference.1',
        metadata: {},
        name,
        available_range: range(0, framesOf(recording)),
        available_image_bounds: null,
        target_url: addressOf(recording),
      },
    },
    active_media_reference_key: 'DEFAULT_MEDIA',
  });
  const children = clipsOf(parts, recording).map(clip);
  const track = (kind: 'Video' | 'Audio') => ({
    OTIO_SCHEMA: 'Track.1',
    metadata: {},
    name: kind,
    source_range: null,
    effects: [],
    markers: [],
    enabled: true,
    children,
    kind,
  });
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name,
    global_start_time: null,
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      metadata: {},
      name: 'tracks',
      source_range: null,
      effects: [],
      markers: [],
      enabled: true,
      children: [...(hasVideo ? [track('Video')] : []), track('Audio')],
    },
  };
  return `${JSON.stringify(timeline, null, 1)}\n`;
}
