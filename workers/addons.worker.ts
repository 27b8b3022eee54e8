import { expose } from 'comlink';
import '../src/realms/comlink-errors.ts';
import '../src/realms/use-page-model-files.ts';
import { AddonSession } from '../src/realms/addons/session.ts';

expose(new AddonSession());
