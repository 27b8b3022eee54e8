/** A second of a blue picture, recorded by the browser. */
export async function makeVideo(): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [64, 48];
  const context = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  for (let frame = 0; frame < 10; frame++) {
    if (context) context.fillStyle = `rgb(0 0 ${100 + frame})`;
    context?.fillRect(0, 0, 64, 48);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  recorder.stop();
  await stopped;
  return new Blob(pieces, { type: 'video/webm' });
}
