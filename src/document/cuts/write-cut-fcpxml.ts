import { isDropFrame, rationalSeconds } from '../formats/timecode.ts';
import { XML_HEAD, xml } from '../formats/xml.ts';
import { addressOf, type CutRecording, clipsOf, framesOf } from './clips.ts';
import type { Part } from './kept-parts.ts';

/**
 * A project with a clip for each part, cut from the recording beside the file. Source: Apple, FCPXML 1.9 document type definition.
 */
export function writeCutFcpxml(parts: readonly Part[], recording: CutRecording): string {
  const { frameRate, hasVideo } = recording;
  const time = (frames: number) => rationalSeconds(frames, frameRate);
  const clips = clipsOf(parts, recording);
  const last = clips.at(-1);
  const name = xml(recording.name);
  const video = hasVideo ? ' hasVideo="1" format="r1" videoSources="1"' : '';
  const spine = clips.map(
    ({ from, frames, at }) =>
      `            <asset-clip ref="r2" name="${name}" offset="${time(at)}" start="${time(from)}" duration="${time(frames)}" ` +
      `audioRole="dialogue"${hasVideo ? ' format="r1"' : ''}/>\n`,
  );
  return `${XML_HEAD}<!DOCTYPE fcpxml>
<fcpxml version="1.9">
  <resources>
    <format id="r1" frameDuration="${time(1)}" width="1920" height="1080"/>
    <asset id="r2" name="${name}" src="${xml(addressOf(recording))}" start="0s" duration="${time(framesOf(recording))}"${video} hasAudio="1"\
 audioSources="1" audioChannels="2" audioRate="48000"/>
  </resources>
  <library>
    <event name="${name}">
      <project name="${name}">
        <sequence format="r1" duration="${time(last ? last.at + last.frames : 0)}" tcStart="0s" tcFormat="${isDropFrame(frameRate) ? 'DF' : 'NDF'}">
          <spine>
${spine.join('')}          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`;
}
