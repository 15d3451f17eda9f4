import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';

/** Where staff read, as server-sent events, that something has changed. */
export const LIVE_PATH = '/admin/live';

/**
 * One message of the stream. It names no more than the order: who reads it asks for the rest with the rights of their
 * role. `order` is one that was placed, or that somebody has changed. After `lost`, changes may be missed until
 * `listening`.
 */
export const LiveMessage = z.union([
  z.object({ kind: z.literal('order'), order: Id }),
  z.object({ kind: z.enum(['listening', 'lost']) }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;
