import { exposeSecondPlace } from '../../../src/realms/second-place/worker/session.ts';

exposeSecondPlace();
