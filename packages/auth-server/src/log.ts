/**
 * The part of a logger that this package uses, compatible with pino and console: fields first, then a fixed message.
 */
export type Log = Record<'debug' | 'warn' | 'error', (fields: object, message: string) => void>;
