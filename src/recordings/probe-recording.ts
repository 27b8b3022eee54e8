import type { ByteSource } from '../lib/bytes/byte-source.ts';
import { type Rendered, rendered } from '../lib/errors/rendered.ts';
import type { AudioTrackInfo } from '../media/audio-track.ts';
import { probeAudio } from '../media/probe-audio.ts';

/** As `probeAudio`. The service worker loads this part, with all readers of containers, when a recording arrives: errors are data. */
export const probeRecording = async (
  source: ByteSource,
  filename: string,
): Promise<Rendered<AudioTrackInfo>> => rendered(() => probeAudio(source, filename));
