import type { StaffRole } from '#domain/staff.ts';
import type { TestShop, TestShopper } from './shop.ts';

type NewStaff = {
  /** Whether they have shown a second factor; they have by default. */
  factor?: boolean;
  /** How long ago, in seconds. */
  shownAgo?: number;
};

/** A signed-in member of the staff, as if they had just shown their second factor. */
export async function newStaff(
  shop: TestShop,
  role: StaffRole,
  { factor = true, shownAgo = 0 }: NewStaff = {},
): Promise<TestShopper> {
  const member = await shop.newShopper();
  const { userId, email } = member.shopper;
  await shop.db.owner.query('insert into staff (user_id, email, role) values ($1, $2, $3)', [
    userId,
    email,
    role,
  ]);
  if (factor) await showFactor(shop, member, shownAgo);
  return member;
}

/** As if the member had shown their second factor so many seconds ago. */
export async function showFactor(shop: TestShop, { shopper }: TestShopper, shownAgo = 0) {
  await shop.db.owner.query(
    `update auth.sessions set aal = 'aal2', amr = jsonb_build_array(
       jsonb_build_object('method', 'totp', 'timestamp', extract(epoch from now())::bigint - $2::bigint)
     ) || amr where id = $1`,
    [shopper.sessionId, shownAgo],
  );
}
