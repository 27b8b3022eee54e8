import { expose } from 'comlink';
import '../src/rpc/comlink-errors.ts';
import './lent-files.ts';
import { AddonSession } from './addons/addon-session.ts';

expose(new AddonSession());
