import type pg from 'pg';

/** The columns of a result; empty for a statement that returns no rows. */
export type Columns = { fields: pg.FieldDef[] };

/** What batches remember about a connection. Created once: objects that inherit from a connection are slow to create. */
type ConnectionState = {
  /**
   * The columns of its prepared statements, by name. PostgreSQL refuses to execute one whose columns have changed since
   * it was prepared, so a batch asks for them once.
   */
  columns: Map<string, Columns>;
  /** The same connection, which ignores the Sync messages of the driver's own queries. */
  withoutSync: pg.Connection;
  /** It also ignores their Describe messages, which ask for the columns of a result. */
  withoutSyncOrDescribe: pg.Connection;
};

const states = new WeakMap<pg.Connection, ConnectionState>();

/** Returns the state of this connection, empty at first. */
export function stateOf(connection: pg.Connection): ConnectionState {
  const found = states.get(connection);
  if (found) return found;
  const ignored = { value: () => {} };
  const state: ConnectionState = {
    columns: new Map(),
    withoutSync: Object.create(connection, { sync: ignored }),
    withoutSyncOrDescribe: Object.create(connection, { sync: ignored, describe: ignored }),
  };
  states.set(connection, state);
  return state;
}
