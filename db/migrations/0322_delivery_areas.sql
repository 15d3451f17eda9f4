-- What the owner says of delivery by PIN code, for the codes that begin with `prefix`. Null: as the next shorter prefix
-- says, at last as the setting `delivery` does. The longest one counts, value by value (domain/delivery.ts). Its policies
-- are in db/schema/40-delivery.sql.
create table delivery_areas (
  prefix text collate "C" primary key check (prefix ~ '^[1-9]\d{0,5}$'),
  serves boolean,
  cash boolean,
  days_from smallint check (days_from between 0 and 60),
  days_to smallint check (days_to between 1 and 60),
  fee numeric(8, 2) check (fee between 0 and 100000),
  free_from numeric(8, 2) check (free_from between 1 and 100000),
  constraint delivery_areas_days_check check (days_from <= days_to)
);
alter table delivery_areas enable row level security;

-- The day by which the shopper was told that it would be there. Null: of an order that is older than this column.
alter table orders add column expected_by date;
alter table payment_intents add column expected_by date;
