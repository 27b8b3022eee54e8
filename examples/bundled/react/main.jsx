import { configure, transcribe } from 'earshot';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

configure({ src: 'http://localhost:13277' });
function Transcriber() {
  const [text, setText] = useState('');
  const read = async ({ target }) => {
    const job = await transcribe(target.files[0], { allow_draft: true });
    setText(job.result.transcription.full_transcript);
  };
  return (
    <label>
      Recording <input type="file" accept="audio/*,video/*" onChange={read} /> <output>{text}</output>
    </label>
  );
}
createRoot(document.body.appendChild(document.createElement('main'))).render(<Transcriber />);
