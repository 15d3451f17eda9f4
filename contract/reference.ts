/** A field of a body, a query or a path. */
export type ReferenceField = { name: string; type: string; required: boolean; rule: string };

/** A request or response body: its fields, nested ones written as `items[].price`, and an example as JSON. */
export type ReferenceShape = { fields: ReferenceField[]; example: string };

/** One endpoint of the API reference. */
export type ReferenceOperation = {
  /** 'POST /cart/items' */
  key: string;
  method: string;
  /** Includes the prefix /api. */
  path: string;
  summary: string;
  signedIn: boolean;
  idempotent: boolean;
  /** Path and query parameters, in the order of their definition. */
  parameters: (ReferenceField & { in: 'path' | 'query' })[];
  body: ReferenceShape | null;
  status: number;
  /** Null for status 204. */
  response: ReferenceShape | null;
  errors: { status: number; code: string; message: string }[];
};

/** Endpoints grouped by the first segment of their path. */
export type Reference = { name: string; operations: ReferenceOperation[] }[];
