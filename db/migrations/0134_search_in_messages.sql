-- A search in the messages of visitors: by name, email, number and words, also in what staff answered and noted.

-- The words of a text, in small letters: what the indexes hold, and what a search asks for. Numbers of tickets and orders
-- are one word each, however they are spelled ('T-7KQ-M2X', 'AP 7KQ M2X' and their beginnings), and so are telephone
-- numbers, without country code. An email address is one word; for the index (`p_parts`) its parts are words, too.
create function message_words(p_text text, p_parts boolean) returns text[]
  language plpgsql immutable parallel safe
  as $$
declare
  c_sign constant text := '[0-9a-hjkmnp-tv-z]'; -- Crockford's alphabet, as generate_order_number() writes it
  c_between constant text := E' \t\r\n,;:()<>"\u00a0\u201c\u201d';
  c_within constant text := $s$!#$%&'*+-./=?@[\]^_`{|}~$s$ || E'\u2018\u2019\u2026\u20b9\u0964';
  c_spaces constant text := repeat(' ', 100);
  v_text text := translate(lower(p_text), E'\u2010\u2011\u2012\u2013\u2014\u2015', '------');
  v_emails text[];
begin
  v_text := regexp_replace(v_text, '^\W*t[-\s]*(' || c_sign || '{3})[-\s]*(' || c_sign || '{3})\W*$', 't\1\2');
  v_text := regexp_replace(v_text, '\m(ap|t)-(' || c_sign || '{1,3})-?(' || c_sign || '{0,3})\M', '\1\2\3', 'g');
  v_text := regexp_replace(v_text, '\map\s+(' || c_sign || '{3})\s+(' || c_sign || '{3})\M', 'ap\1\2', 'g');
  v_text := regexp_replace(v_text, '\m(?:(?:00)?91[-\s]?|0)?([6-9]\d{4})[-\s]?(\d{5})\M', '\1\2', 'g');
  v_text := translate(v_text, c_between, c_spaces);
  if v_text like '%@%' then
    v_emails := array(select btrim(word, '.') from unnest(string_to_array(v_text, ' ')) word where word like '%@%');
    if not p_parts then
      v_text := array_to_string(array(
        select word from unnest(string_to_array(v_text, ' ')) word where word not like '%@%'
      ), ' ');
    end if;
  end if;
  return array(
    select left(word, 100) -- a lexeme has at most 2 kB
    from unnest(v_emails || string_to_array(translate(v_text, c_within, c_spaces), ' ')) word
    where word <> ''
  );
end $$;

create index contact_messages_by_words on contact_messages using gin (
  array_to_tsvector(message_words(ticket || ' ' || name || ' ' || email || ' ' || subject || ' ' || message, true))
);
create index message_entries_by_words on message_entries using gin (array_to_tsvector(message_words(text, true)));

-- Up to `p_most` messages after `p_after`, the newest first, that have each of the typed words, or begin with it: in the
-- message itself, or in one answer or note. A function, because under row security no index is used for `@@`.
create function find_messages(p_typed text, p_after uuid, p_most integer) returns setof uuid
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  c_words constant integer := 6; -- more narrow nothing down
  v_words tsquery;
  v_at timestamptz;
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery into v_words
    from (select word from unnest(message_words(p_typed, false)) word limit c_words) typed;
  if p_after is not null then
    select created_at into v_at from contact_messages where id = p_after;
  end if;
  if v_words is null or (p_after is not null and v_at is null) then
    return;
  end if;
  return query
    select id from (
      (
        select asked.id, asked.created_at from contact_messages asked
        where array_to_tsvector(message_words(
            ticket || ' ' || name || ' ' || email || ' ' || subject || ' ' || message, true
          )) @@ v_words
          and (p_after is null or (asked.created_at, asked.id) < (v_at, p_after))
        order by asked.created_at desc, asked.id desc limit p_most
      )
      union
      (
        select asked.id, asked.created_at
        from message_entries entry join contact_messages asked on asked.id = entry.message_id
        where array_to_tsvector(message_words(entry.text, true)) @@ v_words
          and (p_after is null or (asked.created_at, asked.id) < (v_at, p_after))
        group by asked.id order by asked.created_at desc, asked.id desc limit p_most
      )
    ) found
    order by created_at desc, id desc limit p_most;
end $$;

-- Whoever inserts a row writes its words into the index.
revoke execute on function message_words(text, boolean), find_messages(text, uuid, integer) from public;
grant execute on function message_words(text, boolean) to shop_app, shop_staff;
grant execute on function find_messages(text, uuid, integer) to shop_staff;
