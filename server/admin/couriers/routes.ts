import { isDeepStrictEqual } from 'node:util';
import { violates } from '@aparajita/postgres/error-codes';
import { sql } from 'kysely';
import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { Courier, CourierForm, courierEndpoints } from '#contract/admin/couriers.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import { invalidField } from '#server/http/invalid-field.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';

export const courierHandlers: Handlers<typeof courierEndpoints> = {
  'GET /admin/couriers': ({ staff }) => staff.rows(listCouriers()),
  'POST /admin/couriers': ({ staff, body }) =>
    save(staff, async (tx) => {
      const [existing] = await tx.rows(courierOfName(body.name));
      if (existing && isDeepStrictEqual(existing, { ...existing, ...body })) return existing; // a repeated request
      return write(tx, 'add_courier', insertCourier(body));
    }),
  'PATCH /admin/couriers/{id}': ({ staff, params, body }) =>
    save(staff, async (tx) => {
      const before = requireRow(await tx.rows(lockCourier(params.id)));
      if (isDeepStrictEqual(before, body)) return { id: params.id, ...before }; // a repeated request
      return write(tx, 'change_courier', updateCourier(params.id, body), before);
    }),
};

async function write(
  tx: Transaction,
  verb: ServerAuditVerb,
  change: ReturnType<typeof insertCourier>,
  before?: CourierForm,
): Promise<Courier> {
  const courier = requireRow(await tx.rows(change));
  const { id, ...after } = courier;
  await writeAudit(tx, verb, ['courier', id], { before, after });
  return courier;
}

/** @throws AppError invalid_input if another courier has the name. */
function save(staff: StaffAccess, work: (tx: Transaction) => Promise<Courier>): Promise<Courier> {
  return staff.transact(work).catch((error) => {
    if (!violates(error, 'couriers_name_key')) throw error;
    throw invalidField('name', 'There is a courier of this name');
  });
}

const FORM = sql`name, tracking_url, numbered, active`;

function listCouriers() {
  return statement<Courier>`select id, ${FORM} from couriers order by active desc, name`;
}

function courierOfName(name: string) {
  return statement<Courier>`select id, ${FORM} from couriers where name = ${name}`;
}

function insertCourier({ name, tracking_url, numbered, active }: CourierForm) {
  return statement<Courier>`
    insert into couriers (${FORM}) values (${name}, ${tracking_url}, ${numbered}, ${active})
    returning id, ${FORM}`;
}

/** Locks the row, so that concurrent changes run one after the other. */
function lockCourier(id: string) {
  return statement<CourierForm>`select ${FORM} from couriers where id = ${id} for update`;
}

function updateCourier(id: string, { name, tracking_url, numbered, active }: CourierForm) {
  return statement<Courier>`
    update couriers set (${FORM}) = (${name}, ${tracking_url}, ${numbered}::boolean, ${active}::boolean)
    where id = ${id} returning id, ${FORM}`;
}
