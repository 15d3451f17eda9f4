import type { AccountRow, Factor, SessionRow, UserRow } from './rows.ts';

/**
 * The columns of a statement that reads the user `u` and the session `s`. As expressions of the statement itself: the
 * function `auth.with_factors()` took a fifth of the whole look-up.
 */
export const ACCOUNT_COLUMNS = `to_json(u) as user, to_json(s) as session, (
    select json_agg(json_build_object(
      'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
      'created_at', f.created_at, 'updated_at', f.updated_at
    ) order by f.created_at, f.id)
    from auth.factors f where f.user_id = u.id
  ) as factors`;

export type AccountColumns<Session = SessionRow> = {
  user: Omit<UserRow, 'factors'>;
  session: Session;
  /** Null when there is none. */
  factors: Factor[] | null;
};

export function accountOf({ user, session, factors }: AccountColumns): AccountRow {
  return { user: { ...user, factors: factors ?? [] }, session };
}
