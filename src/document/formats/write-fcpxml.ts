import type { ExportView } from './export-view.ts';
import { type Marker, markersOf, markerText } from './markers.ts';
import { DEFAULT_FRAME_RATE, isDropFrame, rationalSeconds, toFrames } from './timecode.ts';
import { XML_HEAD, xml } from './xml.ts';

/**
 * A timeline of the recording's length with a marker for each paragraph, or sentence with stamps on lines, and one for
 * each chapter. It is an empty one to which the recording can be added: FCPXML links media by addresses that only the
 * editor's own computer knows. Source: Apple, FCPXML 1.9 document type definition.
 */
export function writeFcpxml(view: ExportView): string {
  const { frameRate = DEFAULT_FRAME_RATE, title } = view.options;
  const time = (frames: number) => rationalSeconds(frames, frameRate);
  const markers = markersOf(view);
  const seconds = markers.reduce((latest, { end }) => Math.max(latest, end), view.document.duration);
  const duration = time(Math.max(1, toFrames(seconds, frameRate)));
  const name = xml(title ?? 'Transcript');
  const element = (marker: Marker) => {
    const start = toFrames(marker.start, frameRate);
    const length = time(Math.max(1, toFrames(marker.end, frameRate) - start));
    const given = `start="${time(start)}" value="${xml(markerText(marker))}"`;
    return marker.kind === 'chapter'
      ? `<chapter-marker ${given} duration="${time(1)}" posterOffset="0s"/>`
      : `<marker ${given} duration="${length}"/>`;
  };
  return `${XML_HEAD}<!DOCTYPE fcpxml>
<fcpxml version="1.9">
  <resources>
    <format id="r1" frameDuration="${time(1)}" width="1920" height="1080"/>
  </resources>
  <library>
    <event name="${name}">
      <project name="${name}">
        <sequence format="r1" duration="${duration}" tcStart="0s" tcFormat="${isDropFrame(frameRate) ? 'DF' : 'NDF'}">
          <spine>
            <gap name="${name}" offset="0s" start="0s" duration="${duration}">
${markers.map((marker) => `              ${element(marker)}\n`).join('')}            </gap>
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`;
}
