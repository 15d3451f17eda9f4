-- Pictures that staff upload (docs/decisions/075): the original waits for a job, which stores the sizes that pages show
-- and deletes it. Named by the hash of the original. Kept for good: orders and carts show them.
create table pictures (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'unreadable')),
  original bytea,
  staff_id uuid references staff,
  created_at timestamptz not null default now(),
  check ((original is not null) = (state = 'waiting'))
);
create index pictures_by_staff on pictures (staff_id);

create table picture_files (
  hash text not null references pictures on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpg')),
  bytes bytea not null,
  primary key (hash, width, format)
);

-- They are compressed already.
alter table pictures alter column original set storage external;
alter table picture_files alter column bytes set storage external;

-- The job's result; nothing happens to a picture that has one.
create function store_picture(p_hash text, p_widths integer[], p_formats text[], p_files bytea[]) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  update pictures set state = case when cardinality(p_files) > 0 then 'ready' else 'unreadable' end, original = null
    where hash = p_hash and state = 'waiting';
  if found then
    insert into picture_files (hash, width, format, bytes)
      select p_hash, width, format, file from unnest(p_widths, p_formats, p_files) made (width, format, file);
  end if;
end $$;

alter table pictures enable row level security;
alter table picture_files enable row level security;
create policy job_reads on pictures for select to shop_app using (true);
create policy owners_read on pictures for select to shop_staff using ((select current_staff_role()) = 'owner');
create policy owners_add on pictures for insert to shop_staff
  with check ((select current_staff_role()) = 'owner' and staff_id = (select current_staff()));
create policy everybody_sees on picture_files for select to shop_app using (true);

revoke execute on function store_picture(text, integer[], text[], bytea[]) from public;
grant execute on function store_picture(text, integer[], text[], bytea[]) to shop_app;
grant select (hash, state, original) on pictures to shop_app;
grant select (hash, state), insert (hash, original, staff_id) on pictures to shop_staff;
grant select on picture_files to shop_app;
