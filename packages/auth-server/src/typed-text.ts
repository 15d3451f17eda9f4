/** How the application reads what people type: the same email, name or code, whichever keyboard or clipboard it is from. */
export type TypedText = {
  email(typed: string): string;
  /** The name of a person or a device. */
  line(typed: string): string;
  /** From an authenticator app, an email, or a list of recovery codes. */
  code(typed: string): string;
};

const trim = (typed: string) => typed.trim();

/** Of an application that says nothing else. */
export const TRIMMED: TypedText = { email: trim, line: trim, code: trim };

/** The fields that people type. Passwords are used exactly as typed, and the other fields are made by programs. */
const KINDS = new Map<string, keyof TypedText>([
  ['email', 'email'],
  ['friendly_name', 'line'],
  ['full_name', 'line'],
  ['code', 'code'],
  ['nonce', 'code'],
]);

/** A body, and the user's data in it, with the typed fields as the application reads them. */
export function readTyped(typedText: TypedText, body: object): object {
  const read = (name: string, value: unknown): unknown => {
    const kind = KINDS.get(name);
    return kind && typeof value === 'string' ? typedText[kind](value) : value;
  };
  return mapFields(body, (name, value) =>
    // One level: a stranger's may have thousands.
    name === 'data' && isRecord(value) ? mapFields(value, read) : read(name, value),
  );
}

function mapFields(fields: object, change: (name: string, value: unknown) => unknown): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, change(name, value)]),
  );
}

export function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
