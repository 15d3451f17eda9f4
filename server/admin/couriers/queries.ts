import { sql } from 'kysely';
import type { Courier, CourierForm } from '#contract/admin/couriers.ts';
import { tables } from '#server/database/tables.ts';

export function listCouriers() {
  return sql<Courier>`
    select id, name, tracking_url, numbered, active from couriers order by active desc, name`.compile(
    tables,
  );
}

export function courierOfName(name: string) {
  return sql<Courier>`
    select id, name, tracking_url, numbered, active from couriers where name = ${name}`.compile(
    tables,
  );
}

export function insertCourier({ name, tracking_url, numbered, active }: CourierForm) {
  return sql<Courier>`
    insert into couriers (name, tracking_url, numbered, active)
    values (${name}, ${tracking_url}, ${numbered}, ${active})
    returning id, name, tracking_url, numbered, active`.compile(tables);
}

/** Locks the row, so that concurrent changes run one after the other. */
export function lockCourier(id: string) {
  return sql<CourierForm>`
    select name, tracking_url, numbered, active from couriers where id = ${id} for update`.compile(
    tables,
  );
}

export function updateCourier(id: string, { name, tracking_url, numbered, active }: CourierForm) {
  return sql<Courier>`
    update couriers set name = ${name}, tracking_url = ${tracking_url}, numbered = ${numbered}, active = ${active}
    where id = ${id} returning id, name, tracking_url, numbered, active`.compile(tables);
}
