import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINT_GROUPS, endpoints } from '#contract/endpoints.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Reference, ReferenceOperation, ReferenceShape } from '#contract/reference.ts';
import { errorsOf } from '#server/http/openapi.ts';
import { fieldOf, type Schema, shapeOf } from './schema-fields.ts';

/** The API reference for people, generated from the contract. */
export function createReference(): Reference {
  const operations = Object.entries<Endpoint>(endpoints).map(([key, endpoint]) =>
    operationOf(key, endpoint),
  );
  const groups = Object.groupBy(operations, ({ path }) => path.split('/')[2] ?? '');
  return Object.entries(groups).map(([noun, found = []]) => ({
    name: ENDPOINT_GROUPS[noun] ?? noun,
    operations: found,
  }));
}

function operationOf(key: string, endpoint: Endpoint): ReferenceOperation {
  const [method = '', path = ''] = key.split(' ');
  return {
    key,
    method,
    path: `/api${path}`,
    summary: endpoint.summary,
    signedIn: endpoint.access === 'shopper',
    idempotent: endpoint.idempotent === true,
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
    ],
    body: endpoint.body ? shape(endpoint.body, 'input') : null,
    status: endpoint.status,
    response: endpoint.response ? shape(endpoint.response, 'output') : null,
    errors: errorsOf(endpoint)
      .map((code) => ({ code, status: ERRORS[code].status, message: ERRORS[code].message }))
      .sort((a, b) => a.status - b.status),
  };
}

function parametersOf(place: 'path' | 'query', schema: z.core.$ZodType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    in: place,
    ...fieldOf(name, property, required.includes(name)),
  }));
}

function shape(schema: z.core.$ZodType, io: 'input' | 'output'): ReferenceShape {
  return shapeOf(jsonSchema(schema, io));
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Schema {
  const json: Schema = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io })));
  return json;
}
