import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';

/** The path of the server-sent events that notify staff of changes. */
export const LIVE_PATH = '/admin/live';

/**
 * One message of the stream. It contains only the order's id, because staff request the order itself with the rights of
 * their role. `order`: an order was placed or changed. `lost`: changes may be missed until the next `listening`.
 */
export const LiveMessage = z.union([
  z.object({ kind: z.literal('order'), order: Id }),
  z.object({ kind: z.enum(['listening', 'lost']) }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;
