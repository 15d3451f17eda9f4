import type { ReferenceField, ReferenceShape } from '#contract/reference.ts';

/** The part of JSON Schema that the contract's schemas use. */
export type Schema = {
  /** Several when null is one of them. */
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
};

/** A schema's fields as a flat list, and an example. */
export function shapeOf(schema: Schema): ReferenceShape {
  return {
    fields: fieldsOf(schema, ''),
    example: JSON.stringify(exampleOf(schema, ''), null, 2),
  };
}

/** One field under its name. */
export function fieldOf(name: string, schema: Schema, required: boolean): ReferenceField {
  return { name, type: typeOf(schema), required, rule: ruleOf(schema) };
}

function fieldsOf(schema: Schema, within: string): ReferenceField[] {
  if (schema.items) return fieldsOf(schema.items, `${within}[]`);
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = within === '' ? name : `${within}.${name}`;
    return [
      fieldOf(path, property, required.includes(name)),
      ...fieldsOf(withoutNull(property), path),
    ];
  });
}

function typeOf(schema: Schema): string {
  const plain = withoutNull(schema);
  const orNull = [schema, ...(schema.anyOf ?? [])].some(({ type }) =>
    [type].flat().includes('null'),
  )
    ? ' or null'
    : '';
  if (plain.const !== undefined) return JSON.stringify(plain.const) + orNull;
  if (plain.enum) return plain.enum.map((value) => JSON.stringify(value)).join(' | ') + orNull;
  if (plain.items) return `${typeOf(plain.items)}[]${orNull}`;
  return (plain.type ?? 'any') + orNull;
}

function ruleOf(schema: Schema): string {
  const { format, minLength, maxLength, minimum, maximum, default: preset } = withoutNull(schema);
  return [
    format,
    minLength !== undefined && maxLength !== undefined && `${minLength} to ${maxLength} characters`,
    minLength !== undefined && maxLength === undefined && `at least ${minLength} characters`,
    minLength === undefined && maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `to ${maximum}`,
    preset !== undefined && `${JSON.stringify(preset)} when left out`,
  ]
    .filter((part) => part !== false && part !== undefined)
    .join(', ');
}

type Plain = Schema & { type?: string };

function withoutNull(schema: Schema): Plain {
  const nonNull = schema.anyOf?.find(({ type }) => type !== 'null');
  if (nonNull) return withoutNull(nonNull);
  const { type, ...rest } = schema;
  if (type === undefined) return rest;
  const [one = 'null'] = [type].flat().filter((each) => each !== 'null');
  return { ...rest, type: one };
}

/** Example values, by field name. A test validates them against the contract. */
const EXAMPLES: Record<string, unknown> = {
  ...{ full_name: 'Asha Rao', name: 'Asha Rao', email: 'asha@example.com', phone: '9876543210' },
  ...{ address_line1: '12 Hill Road', address_line2: 'Flat 3', city: 'Mumbai' },
  ...{ state: 'Maharashtra', postal_code: '400050', country: 'India', website: '' },
  ...{ subject: 'A gift', message: 'Do you wrap presents?' },
  ...{ product_id: '2', product_name: 'Premium Blue Tea Pack', order_number: 'AP-7KQ-M2X' },
  ...{ product_image: '/pictures/products/2-pack.webp', quantity: 1, price: 799, stock: 40 },
  ...{
    current_price: 799,
    subtotal: 799,
    total_amount: 799,
    created_at: '2026-01-31T09:30:00.000Z',
  },
  ...{ expires_at: '2026-01-31T10:00:00.000Z', razorpay_order_id: 'order_NXhj67fGH2jk9w' },
  ...{ razorpay_payment_id: 'pay_NXhjkL3mQ8rT2v', razorpay_signature: '9f'.repeat(32) },
};

const ID = '7d3b0a52-6c1e-4f0a-9b57-2f1f6a0c8d11';

function exampleOf(schema: Schema, name: string): unknown {
  const plain = withoutNull(schema);
  if (plain.const !== undefined) return plain.const;
  if (plain.enum) return plain.enum[0];
  if (plain.properties) {
    return Object.fromEntries(
      Object.entries(plain.properties).map(([key, value]) => [key, exampleOf(value, key)]),
    );
  }
  if (plain.items) return [exampleOf(plain.items, name)];
  if (plain.format === 'uuid') return ID;
  if (plain.type === 'boolean') return true;
  const known = EXAMPLES[name];
  if (known !== undefined && typeof known === jsType(plain)) return known;
  return plain.type === 'number' || plain.type === 'integer'
    ? (plain.minimum ?? 1)
    : plain.type === 'object'
      ? {}
      : name;
}

function jsType({ type }: Plain): string {
  return type === 'integer' ? 'number' : (type ?? 'string');
}
