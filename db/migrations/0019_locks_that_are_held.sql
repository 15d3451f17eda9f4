-- Whoever keeps a change of a product open holds only that product up. The revision of the catalogue was one row, which
-- every change shown on a page waited for; now it is the sum of several, and a change moves one that is free.
alter table catalogue_revision
  drop column only_row,
  add column slot smallint primary key generated always as identity;
insert into catalogue_revision (revision) select 0 from generate_series(2, 8);

create function move_catalogue_revision() returns void
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  update catalogue_revision set revision = revision + 1
    where slot = (select slot from catalogue_revision order by slot limit 1 for update skip locked);
  if not found then
    insert into catalogue_revision (revision) values (1);
  end if;
end $$;
revoke execute on function move_catalogue_revision() from public;

do $$
begin
  execute replace(pg_get_functiondef('note_catalogue_change()'::regprocedure),
    'update catalogue_revision set revision = revision + 1;', 'perform move_catalogue_revision();');
end $$;
