import { serveWorker } from '../src/realms/service-worker/session.ts';

serveWorker();
