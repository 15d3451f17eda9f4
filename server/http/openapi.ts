import { Hono } from 'hono';
import * as z from 'zod';
import { type Endpoint, IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { ERRORS } from '#contract/errors.ts';
import { PROOF_HEADER } from '#contract/proof-header.ts';

/** The API's description (OpenAPI 3.1), generated from the contract that the server serves and the browser calls. */
export function openapiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Aparajita',
      version: '1',
      description: 'Amounts are rupees with at most two decimals. Unknown fields are rejected.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    components: {
      securitySchemes: { shopper: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { AppError: ERROR_SCHEMA },
    },
    paths,
  };
}

function operation(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    ...(endpoint.access === 'shopper' && { security: [{ shopper: [] }] }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.idempotent ? [IDEMPOTENCY_HEADER] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: json(z.toJSONSchema(endpoint.body, { io: 'input' })),
      },
    }),
    responses: {
      [endpoint.status]: {
        description: 'Done',
        ...(endpoint.response && { content: json(z.toJSONSchema(endpoint.response)) }),
      },
      ...errorResponses(endpoint),
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.core.$ZodType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

/** The error responses by status, each with its possible codes. */
function errorResponses(endpoint: Endpoint) {
  const codes = [...errorsOf(endpoint), ...COMMON_ERRORS];
  const byStatus = Object.groupBy(codes, (code) => String(ERRORS[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
        content: json({ $ref: '#/components/schemas/AppError' }),
      },
    ]),
  );
}

function json(schema: object) {
  return { 'application/json': { schema } };
}

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same key never takes effect twice; send it again when a response was lost.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
};

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS) },
        message: { type: 'string', description: 'A sentence for the shopper' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'What is wrong with each field',
        },
        lines: {
          type: 'array',
          description: 'The cart items that cannot be ordered as they are',
          items: {
            type: 'object',
            properties: {
              product_id: { type: 'string' },
              product_name: { type: 'string' },
              quantity: { type: 'integer' },
              stock: { type: 'integer' },
              price: { type: 'number' },
              current_price: { type: 'number' },
            },
          },
        },
        challenge: {
          type: 'object',
          description: `Proof of work (ALTCHA, version 2). Send the request again with its solution in ${PROOF_HEADER}`,
        },
      },
    },
  },
};

/** Errors that any endpoint can return. */
const COMMON_ERRORS: ErrorCode[] = ['too_many_requests', 'internal', 'unavailable'];

const WITH_BODY: ErrorCode[] = [
  'malformed_json',
  'invalid_input',
  'payload_too_large',
  'unsupported_media_type',
];

/** The errors that an endpoint can return besides `COMMON_ERRORS`. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...(endpoint.idempotent ? (['idempotency_key_missing'] as const) : []),
    ...endpoint.errors,
    ...(endpoint.access === 'shopper' ? (['not_signed_in'] as const) : []),
    ...(endpoint.body ? WITH_BODY : endpoint.query ? (['invalid_input'] as const) : []),
  ];
  return [...new Set(codes)];
}

/** `/api/openapi.json` for programs; `/api/reference` is the page for people. */
export function openapiRoutes(publicUrl: string) {
  const document = JSON.stringify(openapiDocument(publicUrl));
  const app = new Hono();
  app.get('/openapi.json', (c) =>
    c.body(document, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }),
  );
  return app;
}
