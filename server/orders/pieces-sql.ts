import { sql } from 'kysely';
import type { Pieces } from '#domain/decide-step.ts';

/** An SQL expression: how many pieces these are of the order's item `item`; null for an item that is not among them. */
export const piecesOf = (pieces: Pieces) =>
  sql`(${JSON.stringify(pieces)}::jsonb ->> item.id::text)::integer`;
