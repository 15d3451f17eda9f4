import * as z from 'zod/mini';
import { optionalText } from './fields.ts';

/** A hidden field that only bots fill in. A request with it gets a normal response and is discarded. */
export const Honeypot = z.optional(optionalText(200));
