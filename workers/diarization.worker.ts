import { expose } from 'comlink';
import '../src/realms/comlink-errors.ts';
import '../src/realms/use-page-model-files.ts';
import { DiarizationSession } from '../src/realms/diarization/session.ts';

expose(new DiarizationSession());
