-- What the application decides and reads itself: settings, reports.

drop trigger if exists increment_catalogue_revision on shop_settings;
drop function if exists increment_revision_for_settings();
drop function if exists change_shop_setting(text, jsonb, bigint);
drop function if exists increment_catalogue_revision();

drop function if exists report_sales(date, date), report_products(date, date), report_parcels(date, date);
drop function if exists unsummed_days(date, date);
drop function if exists sum_sales_of_day(date), sum_products_of_day(date), sum_parcels_of_day(date);

drop trigger if exists lock_changes on staff;
drop trigger if exists last_owner on staff;
drop trigger if exists note_staff_change on staff;
drop trigger if exists withdraw_invitations on staff;
drop function if exists lock_staff_changes(), keep_last_owner(), withdraw_invitations();

-- The columns of couriers' lists are found by their names.
drop table if exists courier_list_columns;
drop function if exists remittance_part(uuid, numeric, text);

-- A newsletter is begun empty: beginning it twice is the same.
alter table newsletter_letters drop column if exists idempotency_key;
