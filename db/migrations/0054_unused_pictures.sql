-- Uploaded pictures that no product uses are deleted, unless an order or a payment shows them.

alter table pictures
  add column unused_since timestamptz default now(), -- null while a product uses it
  add column ordered boolean not null default false; -- an order shows it: it stays
create policy owners_use on pictures for update to shop_staff using ((select current_staff_role()) = 'owner');
grant select (unused_since), update (unused_since) on pictures to shop_staff;

-- Notes which pictures products use now, then deletes those that none has used since before `p_before`. Who saves a product
-- sets unused_since to null in the same transaction, so that a picture is not deleted at that moment.
create function delete_unused_pictures(p_before timestamptz, p_most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_old text[];
  v_deleted integer;
begin
  with used as (
    select distinct substring(src from '^/pictures/u/([0-9a-f]{32})\.webp$') as hash from products, unnest(images) src
  )
  update pictures set unused_since = case when used.hash is null then now() end
    from pictures present left join used using (hash)
    where present.hash = pictures.hash and (used.hash is null) = (pictures.unused_since is null);
  v_old := array(
    select hash from pictures where unused_since < p_before and not ordered order by unused_since limit p_most
  );
  if cardinality(v_old) = 0 then
    return 0;
  end if;
  update pictures set ordered = true
    where hash = any(v_old) and '/pictures/u/' || hash || '.webp' in (
      select product_image from order_items
      where product_image = any(select '/pictures/u/' || old || '.webp' from unnest(v_old) old)
      union
      select product_image from payment_intent_items
      where product_image = any(select '/pictures/u/' || old || '.webp' from unnest(v_old) old)
    );
  delete from pictures where hash = any(v_old) and unused_since < p_before and not ordered;
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $$;
revoke execute on function delete_unused_pictures(timestamptz, integer) from public;
grant execute on function delete_unused_pictures(timestamptz, integer) to shop_app;
