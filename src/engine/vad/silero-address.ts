import modelUrl from '@ricky0123/vad-web/dist/silero_vad_v5.onnx?url';
import { appAddress } from '../../lib/addresses/app-origin.ts';

/** Address of the bundled model. */
export const sileroAddress = (): string => appAddress(modelUrl);
