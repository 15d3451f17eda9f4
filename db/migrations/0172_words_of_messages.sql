-- Messages: numbers are found in any spelling, and what stands beside them.
drop index contact_messages_by_words, message_entries_by_words;
drop function message_words(text, boolean);
create function message_words(p_text text) returns tsvector
  language sql immutable parallel safe
  as $$ select array_to_tsvector(public.words_in(p_text, false) || public.words_in(public.staff_text(p_text, false), false)) $$;
create index contact_messages_by_words on contact_messages using gin (
  message_words(ticket || ' ' || name || ' ' || email || ' ' || subject || ' ' || message)
);
create index message_entries_by_words on message_entries using gin (message_words(text));

-- Up to `p_most` messages after `p_after`, the newest first, that have each of the typed words, or begin with it: in the
-- message itself, or in one answer or note. A function, because under row security no index is used for `@@`.
create or replace function find_messages(p_typed text, p_after uuid, p_most integer) returns setof uuid
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_words tsquery := staff_query(p_typed);
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  if search_text(p_typed) not like '%@%' then
    v_words := v_words || coalesce(prefix_query(words_in(p_typed, true)), ''); -- '10 000' may be no telephone
  end if;
  return query
    select asked.id from contact_messages asked
    where asked.id in (
        select id from contact_messages
        where message_words(ticket || ' ' || name || ' ' || email || ' ' || subject || ' ' || message) @@ v_words
        union all
        select message_id from message_entries where message_words(text) @@ v_words
      )
      and (p_after is null or (asked.created_at, asked.id) < (select created_at, id from contact_messages where id = p_after))
    order by asked.created_at desc, asked.id desc limit p_most;
end $$;
