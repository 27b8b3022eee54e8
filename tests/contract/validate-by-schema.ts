import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildOpenApi } from '../../src/contract/openapi/build-openapi.ts';

export const description = buildOpenApi();

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(description, 'api');

/** Validates a value against a schema of the description, with an independent validator. */
export function validatorOf(schemaName: string): ValidateFunction {
  return ajv.getSchema(`api#/components/schemas/${schemaName}`) ?? missing(schemaName);
}

function missing(name: string): never {
  throw new Error(`The description has no schema ${name}.`);
}

/** Errors of a value against a schema of the description; empty if it is valid. */
export function faultsOf(schemaName: string, value: unknown): string[] {
  const validate = validatorOf(schemaName);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
