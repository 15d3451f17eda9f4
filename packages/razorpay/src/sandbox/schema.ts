import type pg from 'pg';

/** The sandbox stands for another company's system, so it has its own schema, which the shop's roles cannot read. */
export async function setUpSandbox(pool: pg.Pool): Promise<void> {
  await pool.query(`
      select pg_advisory_xact_lock(hashtext('sandbox_gateway'));
      create schema if not exists sandbox_gateway;
      create table if not exists sandbox_gateway.orders (
        id text primary key,
        amount bigint not null,
        amount_paid bigint not null default 0,
        currency text not null,
        receipt text,
        status text not null default 'created',
        attempts integer not null default 0,
        created_at timestamptz not null default now()
      );
      create index if not exists orders_by_receipt on sandbox_gateway.orders (receipt);
      create table if not exists sandbox_gateway.payments (
        id text primary key,
        order_id text not null references sandbox_gateway.orders,
        amount bigint not null,
        status text not null,
        method text not null,
        amount_refunded bigint not null default 0,
        authorize_at timestamptz,
        created_at timestamptz not null default now()
      );
      alter table sandbox_gateway.payments
        add column if not exists fee bigint not null default 0,
        add column if not exists discount bigint not null default 0;
      create index if not exists payments_by_order on sandbox_gateway.payments (order_id);
      create index if not exists late_payments on sandbox_gateway.payments (authorize_at)
        where authorize_at is not null;
      create table if not exists sandbox_gateway.refunds (
        id text primary key,
        payment_id text not null references sandbox_gateway.payments,
        amount bigint not null,
        status text not null default 'processed',
        notes jsonb not null default '{}',
        idempotency_key text unique,
        request text,
        created_at timestamptz not null default now()
      );
      create table if not exists sandbox_gateway.disputes (
        id text primary key,
        payment_id text not null references sandbox_gateway.payments,
        amount bigint not null,
        amount_deducted bigint not null default 0,
        reason_code text not null default 'goods_or_services_not_received',
        phase text not null default 'chargeback',
        status text not null default 'open',
        respond_by timestamptz not null default now() + interval '3 days',
        created_at timestamptz not null default now()
      );
      create table if not exists sandbox_gateway.deliveries (
        id bigint primary key generated always as identity,
        event_id text not null,
        body text not null,
        attempts integer not null default 0,
        next_at timestamptz
      );
      create index if not exists deliveries_due on sandbox_gateway.deliveries (next_at)
        where next_at is not null;`);
}
