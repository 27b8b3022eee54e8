import { expose } from 'comlink';
import '../src/rpc/comlink-errors.ts';
import './lent-files.ts';
import { InferenceSession } from './inference/inference-session.ts';

expose(new InferenceSession());
