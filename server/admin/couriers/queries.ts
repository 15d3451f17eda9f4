import type { Courier, CourierForm } from '#contract/admin/couriers.ts';
import { statement } from '#server/database/tables.ts';

export function listCouriers() {
  return statement<Courier>`
    select id, name, tracking_url, numbered, active from couriers order by active desc, name`;
}

export function courierOfName(name: string) {
  return statement<Courier>`
    select id, name, tracking_url, numbered, active from couriers where name = ${name}`;
}

export function insertCourier({ name, tracking_url, numbered, active }: CourierForm) {
  return statement<Courier>`
    insert into couriers (name, tracking_url, numbered, active)
    values (${name}, ${tracking_url}, ${numbered}, ${active})
    returning id, name, tracking_url, numbered, active`;
}

/** Locks the row, so that concurrent changes run one after the other. */
export function lockCourier(id: string) {
  return statement<CourierForm>`
    select name, tracking_url, numbered, active from couriers where id = ${id} for update`;
}

export function updateCourier(id: string, { name, tracking_url, numbered, active }: CourierForm) {
  return statement<Courier>`
    update couriers set name = ${name}, tracking_url = ${tracking_url}, numbered = ${numbered}, active = ${active}
    where id = ${id} returning id, name, tracking_url, numbered, active`;
}
