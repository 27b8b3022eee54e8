import { expose } from 'comlink';
import '../src/rpc/comlink-errors.ts';
import './lent-files.ts';
import { DiarizationSession } from './diarization/diarization-session.ts';

expose(new DiarizationSession());
