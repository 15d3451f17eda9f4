export type Encoding = 'br' | 'gzip';

/** The best encoding that the client accepts; a weight of 0 means "not acceptable" (RFC 9110, 12.4.2). */
export function acceptedEncoding(request: Request): Encoding | undefined {
  return encodingFor(request.headers.get('accept-encoding') ?? '');
}

/** Browsers send a handful of different values; the number caps the memory that clients can make it use. */
const MAX_VALUES = 50;
const encodings = new Map<string, Encoding | undefined>();

/** The same for the header's value. */
export function encodingFor(accepted: string): Encoding | undefined {
  if (encodings.has(accepted)) return encodings.get(accepted);
  const encoding = parse(accepted);
  if (encodings.size >= MAX_VALUES) encodings.clear();
  encodings.set(accepted, encoding);
  return encoding;
}

function parse(accepted: string): Encoding | undefined {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}
