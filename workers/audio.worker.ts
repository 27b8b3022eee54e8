import { expose } from 'comlink';
import '../src/realms/comlink-errors.ts';
import '../src/realms/use-page-model-files.ts';
import { AudioSession } from '../src/realms/audio/session.ts';

expose(new AudioSession());
