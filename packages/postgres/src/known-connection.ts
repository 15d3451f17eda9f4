import type pg from 'pg';

/** The columns of a result; empty for a statement that returns no rows. */
export type Columns = { fields: pg.FieldDef[] };

/** What batches know of a connection. Made once: an object that has the connection as its prototype is slow to create. */
type KnownConnection = {
  /**
   * The columns of its prepared statements, by name. PostgreSQL refuses to execute one whose columns have changed since
   * it was prepared, so a batch asks for them once.
   */
  columns: Map<string, Columns>;
  /** The same connection, which ignores the Sync messages of the driver's own queries. */
  quiet: pg.Connection;
  /** It also ignores their questions for columns. */
  undescribed: pg.Connection;
};

const known = new WeakMap<pg.Connection, KnownConnection>();

/** Returns what is known of this connection, nothing at first. */
export function knownOf(connection: pg.Connection): KnownConnection {
  const found = known.get(connection);
  if (found) return found;
  const ignored = { value: () => {} };
  const made: KnownConnection = {
    columns: new Map(),
    quiet: Object.create(connection, { sync: ignored }),
    undescribed: Object.create(connection, { sync: ignored, describe: ignored }),
  };
  known.set(connection, made);
  return made;
}
