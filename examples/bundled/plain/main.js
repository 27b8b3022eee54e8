import { configure, transcribe } from 'earshot';

configure({ src: 'http://localhost:13277' });
document.querySelector('input').addEventListener('change', async ({ target: { files } }) => {
  const job = await transcribe(files[0], { allow_draft: true });
  document.querySelector('output').textContent = job.result.transcription.full_transcript;
});
