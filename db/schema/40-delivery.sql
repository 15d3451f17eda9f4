-- Delivery by PIN code: db/migrations/0322_delivery_areas.sql makes its table.

-- Revision 1. What follows is applied again when it changes: raise the number then.

drop policy if exists everybody on delivery_areas;
create policy everybody on delivery_areas for select to shop_app
  using (true);
drop policy if exists owners on delivery_areas;
create policy owners on delivery_areas to shop_staff
  using ((select current_staff_role()) = 'owner')
  with check ((select current_staff_role()) = 'owner');

revoke all on delivery_areas from shop_app, shop_staff;
grant select on delivery_areas to shop_app;
grant select, insert, update, delete on delivery_areas to shop_staff;
