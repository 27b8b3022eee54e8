import { expose } from 'comlink';
import '../src/realms/comlink-errors.ts';
import '../src/realms/borrow-files.ts';
import { DiarizationSession } from '../src/realms/diarization/session.ts';

expose(new DiarizationSession());
