/** A value in a body, a query or a path. */
export type ReferenceField = { name: string; type: string; required: boolean; rule: string };

/** What is sent or answered: its fields, those within written `items[].price`, and an example as JSON. */
export type ReferenceShape = { fields: ReferenceField[]; example: string };

/** One endpoint, as the reference shows it. */
export type ReferenceOperation = {
  /** 'POST /cart/items' */
  key: string;
  method: string;
  /** With /api before it. */
  path: string;
  summary: string;
  signedIn: boolean;
  idempotent: boolean;
  /** Of the path and the query, in the order they are written. */
  parameters: (ReferenceField & { in: 'path' | 'query' })[];
  body: ReferenceShape | null;
  status: number;
  /** Null with 204. */
  answer: ReferenceShape | null;
  refusals: { status: number; code: string; message: string }[];
};

/** Endpoints by the noun that their path begins with. */
export type Reference = { name: string; operations: ReferenceOperation[] }[];
