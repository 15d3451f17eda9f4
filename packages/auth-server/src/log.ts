/** The part of a logger that is used, as pino and console have it: fields first, then a fixed sentence. */
export type Log = Record<'debug' | 'warn' | 'error', (fields: object, message: string) => void>;
