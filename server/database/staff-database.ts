import type { Statement } from '@aparajita/postgres';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { RECENT_FACTOR_SECONDS } from '#domain/staff.ts';
import type { Shopper } from '#server/shopper.ts';
import { createDatabase, type Transaction } from './database.ts';

/**
 * What one request of a staff member may run. Each call enters the database anew with the role, the second factor and
 * the recency that the endpoint demands.
 */
export type StaffAccess = {
  /** Checks session, factor and role, and does nothing else. */
  check(): Promise<void>;
  rows<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs `work` in one transaction; a thrown error rolls it back. It may run again, as in `Database.transact`. */
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

type StaffRequirements = Pick<Endpoint, 'roles' | 'recentFactor'> & {
  /** False for requests that an open page sends while nobody uses it: they do not extend the session's idle timeout. */
  countsAsUse?: boolean;
};

export type StaffDatabase = {
  /**
   * Each method of the result throws AppError not_signed_in, not_found (the member is not staff), factor_required,
   * not_permitted or stale_factor.
   */
  as(member: Shopper, needs: StaffRequirements): StaffAccess;
};

type StaffDatabaseOptions = {
  /** With the role shop_staff. */
  pool: pg.Pool;
  /** False in demo mode alone. */
  requireFactor: boolean;
};

/** The connections of staff, apart from the shoppers': a report cannot keep an order waiting for one. */
export const STAFF_CONNECTIONS = 3;

/**
 * How long such a connection stays open after its last use, in milliseconds. The first page on a new connection costs
 * PostgreSQL 16 ms instead of 2, and in a small shop minutes pass between two pages.
 */
export const STAFF_IDLE_MS = 10 * 60_000;

/** The shop's database as staff see it, through the role shop_staff. */
export function createStaffDatabase({ pool, requireFactor }: StaffDatabaseOptions): StaffDatabase {
  return {
    as(member, { roles = null, recentFactor, countsAsUse = true }) {
      const rights = [
        roles,
        requireFactor,
        recentFactor ? RECENT_FACTOR_SECONDS : null,
        countsAsUse,
      ];
      const database = createDatabase({
        pool,
        enter: () => enterStaff(member, rights),
        // Planning a list's statement takes longer than running it. Statements whose plan depends on their values begin
        // with PLAN_EACH_TIME.
        prepare: true,
      });
      return {
        check: async () => {
          await database.transact(member, (tx) => tx.executeSql('select')).catch(refuse);
        },
        rows: (query) => database.asShopper(member, query).catch(refuse),
        transact: (work) => database.transact(member, work).catch(refuse),
      };
    },
  };
}

function enterStaff({ sessionId, userId, refreshCounter }: Shopper, rights: unknown[]): Statement {
  return {
    text: 'select auth.enter_staff($1, $2, $3, $4, $5, $6, $7)',
    values: [sessionId, userId, refreshCounter, ...rights],
  };
}

/** Raised by auth.enter_staff(); SH401 is translated for all databases alike. */
const REFUSED: Record<string, ErrorCode> = {
  SH403: 'not_permitted',
  SH404: 'not_found',
  SH412: 'factor_required',
  SH413: 'stale_factor',
};

function refuse(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? REFUSED[String(error.code)] : undefined;
  throw code ? new AppError(code, {}, error) : error;
}
