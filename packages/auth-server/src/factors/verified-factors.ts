import type { Factor, Statements } from '#auth-server/service.ts';

/** Recovery codes replace another factor; without one they are deleted too. */
export async function deleteOrphanedCodes(tx: Statements, userId: string): Promise<void> {
  await tx.rows(
    `delete from auth.factors
     where user_id = $1 and factor_type = 'recovery_code' and not exists (
       select from auth.factors
       where user_id = $1 and status = 'verified' and factor_type <> 'recovery_code'
     )`,
    [userId],
  );
}

/** The verified factors by name, without recovery codes. */
export async function findVerifiedFactors(
  statements: Statements,
  userId: string,
): Promise<Pick<Factor, 'id' | 'friendly_name' | 'factor_type'>[]> {
  return statements.rows(
    `select id, friendly_name, factor_type from auth.factors
     where user_id = $1 and status = 'verified' and factor_type <> 'recovery_code'
     order by created_at, id`,
    [userId],
  );
}
