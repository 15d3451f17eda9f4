import { Hono } from 'hono';
import * as z from 'zod';
import { type Endpoint, IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { AppError, ERRORS, type ErrorCode } from '#contract/errors.ts';
import { PROOF_HEADER } from '#contract/proof-header.ts';
import { Challenge } from '#contract/proof-of-work.ts';

/** `/api/openapi.json` for programs; `/api/reference` shows it to people. */
export function openapiRoutes(publicUrl: string) {
  const document = JSON.stringify(openapiDocument(publicUrl));
  const app = new Hono();
  app.get('/openapi.json', (c) =>
    c.body(document, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }),
  );
  return app;
}

/** The API's description (OpenAPI 3.1), generated from the contract that the server serves and the browser calls. */
export function openapiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(path, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Aparajita',
      version: '1',
      description:
        'Everything is JSON. Amounts are rupees with at most two decimals, times are ISO 8601 in UTC, and unknown ' +
        'fields are rejected.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    components: {
      securitySchemes: {
        shopper: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: signingIn(publicUrl),
        },
      },
      schemas: { Error: z.toJSONSchema(ErrorResponse, { io: 'input' }) },
    },
    paths,
  };
}

/** As Markdown. */
const signingIn = (publicUrl: string) => `The access token of a shopper who signed up on the site:

    curl '${publicUrl}/auth/v1/token?grant_type=password' \\
      -H 'Content-Type: application/json' \\
      -d '{"email":"asha@example.com","password":"…"}'

Accounts speak the Supabase auth protocol.`;

function operation(path: string, endpoint: Endpoint) {
  return {
    tags: [path.split('/')[1]],
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
        content: json({ $ref: '#/components/schemas/Error' }, codes[0]),
      },
    ]),
  );
}

function json(schema: object, example?: ErrorCode) {
  return {
    'application/json': { schema, ...(example && { example: new AppError(example).toBody() }) },
  };
}

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same key never takes effect twice; send it again when a response was lost.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
};

/** The body of every error response. */
const ErrorResponse = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERRORS)),
    message: z.string().describe('A sentence for the shopper'),
    fields: z.record(z.string(), z.string()).optional().describe('What is wrong with each field'),
    lines: z
      .array(
        z.object({
          product_id: z.string(),
          product_name: z.string(),
          quantity: z.int(),
          stock: z.int(),
          price: z.number(),
          current_price: z.number(),
        }),
      )
      .optional()
      .describe('The cart items that cannot be ordered as they are'),
    challenge: z
      .optional(Challenge)
      .describe(`Proof of work (ALTCHA, version 2): send its solution in ${PROOF_HEADER}`),
  }),
});

/** Errors that any endpoint can return. */
const COMMON_ERRORS: ErrorCode[] = ['too_many_requests', 'internal', 'unavailable'];

const WITH_BODY: ErrorCode[] = [
  'malformed_json',
  'invalid_input',
  'payload_too_large',
  'unsupported_media_type',
];

/** The errors that an endpoint can return besides `COMMON_ERRORS`. */
function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...(endpoint.idempotent ? (['idempotency_key_missing'] as const) : []),
    ...endpoint.errors,
    ...(endpoint.access === 'shopper' ? (['not_signed_in'] as const) : []),
    ...(endpoint.body ? WITH_BODY : endpoint.query ? (['invalid_input'] as const) : []),
  ];
  return [...new Set(codes)];
}
