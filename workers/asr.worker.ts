import { expose } from 'comlink';
import '../src/realms/comlink-errors.ts';
import '../src/realms/use-page-model-files.ts';
import { AsrSession } from '../src/realms/asr/session.ts';

expose(new AsrSession());
