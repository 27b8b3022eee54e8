import { beforeEach, expect } from 'vitest';
import { asJson, type Service, startService } from './service.ts';

export const AUDIO = 'https://elsewhere.example/talk.mp3';

/** Creates jobs with these parameters at a service of its own for each test. */
export function parameterCalls() {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });

  const create = (parameters: object) =>
    service.call('/v2/pre-recorded', asJson({ audio_url: AUDIO, ...parameters }));

  return {
    service: () => service,
    create,
    /** The parameters as the job repeats them. */
    async echo(parameters: object) {
      const response = await create(parameters);
      expect(response.status, await response.clone().text()).toBe(200);
      const { result_url } = await response.json();
      return (await (await service.call(result_url)).json()).request_params;
    },
    /** What a refusal lists. */
    async faults(parameters: object): Promise<string[]> {
      const response = await create(parameters);
      expect(response.status).toBe(400);
      const body = await response.json();
      expect(body.message).toBe('Invalid parameter(s). See validation_errors for more details.');
      return body.validation_errors;
    },
  };
}
