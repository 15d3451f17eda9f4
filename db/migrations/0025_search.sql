-- Search in everything a product page says, with typing errors and synonyms.

-- A trusted extension since PostgreSQL 13: who may create tables in the database may create it.
create extension if not exists pg_trgm;

-- The words of all that a product's texts say, without their places: nothing asks for them, and they take half the room.
create function search_document(
  config regconfig, name text, category text, description text, weight text, ingredients text,
  certifications text[], long_description text, benefits jsonb, brewing jsonb
) returns tsvector
  language sql immutable parallel safe
  as $$
    select strip(
      to_tsvector(config, concat_ws(E'\n', name, replace(category, '-', ' '), description, weight, ingredients,
        array_to_string(certifications, ' '), long_description))
      || to_tsvector(config, benefits) || to_tsvector(config, brewing)
    )
  $$;

-- Words as written, for prefixes ('sach'), and English stems, for other forms of a word ('flowers').
drop index products_by_words;
alter table products drop column search;
alter table products
  add column search_name tsvector not null generated always as (
    strip(to_tsvector('simple', name) || to_tsvector('english', name))
  ) stored,
  add column search tsvector not null generated always as (
    search_document('simple', name, category, description, weight, ingredients, certifications, long_description,
      benefits, brewing)
    || search_document('english', name, category, description, weight, ingredients, certifications, long_description,
      benefits, brewing)
  ) stored;
create index products_by_words_of_name on products using gin (search_name) where active;
create index products_by_words on products using gin (search) where active;

-- The vocabulary, and how many products have each word in their name and anywhere. A typed word that begins none of
-- these is looked up by its trigrams; how common a word is decides how it is best looked for. Byte order, so that a
-- prefix is a range. A word that no product has any more stays, with zeros.
create table search_words (
  word text collate "C" primary key,
  names integer not null,
  products integer not null
);
create index search_words_by_trigrams on search_words using gin (word gin_trgm_ops) where products > 0;

create function words_of_product(product products) returns table (word text, in_name boolean)
  language sql stable
  as $$
    select lexeme, lexeme = any (tsvector_to_array(to_tsvector('simple', product.name)))
    from unnest(tsvector_to_array(search_document('simple', product.name, product.category, product.description,
      product.weight, product.ingredients, product.certifications, product.long_description, product.benefits,
      product.brewing))) lexeme
  $$;

-- For whole statements that add or delete products; one statement of theirs may move a hundred thousand.
create function count_search_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  change integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into search_words as known (word, names, products)
    select word, change * count(*) filter (where in_name), change * count(*)
    from changed, words_of_product(changed::products)
    group by word order by word
    on conflict (word) do update
      set names = known.names + excluded.names, products = known.products + excluded.products;
  return null;
end $$;
create trigger product_words_added after insert on products
  referencing new table as changed for each statement execute function count_search_words();
create trigger product_words_removed after delete on products
  referencing old table as changed for each statement execute function count_search_words();

-- For a product whose texts change. By columns: an order, which takes from the stock, does not fire it.
create function recount_search_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into search_words as known (word, names, products)
    select word, coalesce(sum(change) filter (where in_name), 0), sum(change)
    from (
      select word, in_name, 1 as change from words_of_product(new)
      union all
      select word, in_name, -1 from words_of_product(old)
    ) changes
    group by word
    having sum(change) <> 0 or coalesce(sum(change) filter (where in_name), 0) <> 0
    order by word
    on conflict (word) do update
      set names = known.names + excluded.names, products = known.products + excluded.products;
  return null;
end $$;
create trigger product_words_changed
  after update of name, category, description, weight, ingredients, certifications, long_description, benefits, brewing
  on products for each row execute function recount_search_words();

revoke execute on function count_search_words(), recount_search_words() from public;

insert into search_words
  select word, count(*) filter (where in_name), count(*) from products, words_of_product(products) group by word;

-- Words of the vocabulary that look like a mistyped one, the most alike first. 0.25: 'gft' and 'gift' share little.
-- A word without trigrams, as in Devanagari where the database's locale knows no other letters than Latin, would be
-- compared with all there are.
create function similar_words(typed text) returns setof text
  language sql stable parallel safe set pg_trgm.similarity_threshold = 0.25
  as $$
    select word from search_words where word % typed and products > 0 and cardinality(show_trgm(typed)) > 0
    order by similarity(word, typed) desc, word limit 20
  $$;

-- What else to look for when a term is typed. `meaning` is one or more words that must all be there.
create table search_synonyms (
  term text collate "C" not null check (term = lower(term)),
  meaning text not null check (meaning = lower(meaning)),
  primary key (term, meaning)
);

insert into search_synonyms (term, meaning) values
  -- The plant: botanical, English and Indian names, in Latin script as it is typed and in Devanagari.
  ('aparajita', 'butterfly pea'), ('aparajitha', 'butterfly pea'), ('अपराजिता', 'butterfly pea'),
  ('shankhpushpi', 'butterfly pea'), ('शंखपुष्पी', 'butterfly pea'), ('gokarna', 'butterfly pea'),
  ('गोकर्ण', 'butterfly pea'), ('gokarni', 'butterfly pea'), ('गोकर्णी', 'butterfly pea'),
  ('vishnukranta', 'butterfly pea'), ('विष्णुक्रांता', 'butterfly pea'), ('sangu poo', 'butterfly pea'),
  ('sangu pushpam', 'butterfly pea'), ('shankupushpam', 'butterfly pea'), ('clitoria', 'butterfly pea'),
  ('ternatea', 'butterfly pea'), ('anchan', 'butterfly pea'), ('blue pea', 'butterfly pea'),
  ('butterflypea', 'butterfly pea'), ('अपराजिता', 'aparajita'),
  -- Colour, flower, tea
  ('blue', 'butterfly pea'), ('neela', 'blue'), ('neeli', 'blue'), ('nila', 'blue'), ('नीला', 'blue'),
  ('नीली', 'blue'), ('neela', 'butterfly pea'), ('नीला', 'butterfly pea'), ('नीली', 'butterfly pea'),
  ('neeli', 'butterfly pea'), ('nila', 'butterfly pea'), ('indigo', 'blue'),
  ('phool', 'flower'), ('phul', 'flower'), ('फूल', 'flower'), ('pushp', 'flower'), ('पुष्प', 'flower'),
  ('petal', 'flower'), ('petals', 'flower'), ('blossom', 'flower'), ('tea', 'butterfly pea'),
  ('chai', 'tea'), ('चाय', 'tea'), ('chay', 'tea'), ('chai', 'butterfly pea'), ('चाय', 'butterfly pea'), ('chay', 'butterfly pea'),
  ('tisane', 'tea'), ('infusion', 'tea'), ('herbal', 'butterfly pea'), ('sukhe', 'dried'), ('सूखे', 'dried'),
  ('sookhe', 'dried'), ('dry', 'dried'),
  -- How it is packed
  ('sachet', 'bag'), ('sachets', 'bag'), ('sachet', 'sachets'), ('tea bag', 'sachets'), ('teabag', 'sachets'),
  ('teabags', 'sachets'), ('tea bags', 'sachets'), ('bag', 'sachets'), ('bags', 'sachets'), ('pyramid', 'sachets'),
  ('stick', 'sachets'), ('sticks', 'sachets'), ('single serve', 'sachets'), ('pouch', 'loose leaf'),
  ('looseleaf', 'loose leaf'), ('loose tea', 'loose leaf'), ('whole flower', 'whole flowers'),
  ('khuli', 'loose leaf'), ('खुली', 'loose leaf'), ('dabba', 'tin'), ('डिब्बा', 'tin'),
  ('dabba', 'box'), ('डिब्बा', 'box'), ('caddy', 'tin'), ('carton', 'packaged'), ('packet', 'packaged'),
  -- What it is for
  ('gifting', 'gift set'), ('present', 'gift set'),
  ('presents', 'gift set'), ('hamper', 'gift set'), ('tohfa', 'gift set'), ('तोहफा', 'gift set'),
  ('तोहफ़ा', 'gift set'), ('uphaar', 'gift set'), ('uphar', 'gift set'), ('उपहार', 'gift set'),
  ('diwali', 'gift set'), ('दिवाली', 'gift set'), ('birthday', 'gift set'), ('wedding', 'gift set'),
  ('rakhi', 'gift set'), ('combo', 'set'), ('kit', 'set'), ('office', 'travel'), ('desk', 'travel'),
  ('yatra', 'travel'), ('यात्रा', 'travel'), ('safar', 'travel'), ('सफर', 'travel'), ('trip', 'travel'),
  ('sehat', 'wellness'), ('सेहत', 'wellness'), ('health', 'wellness'), ('healthy', 'wellness'),
  ('jaivik', 'organic'), ('जैविक', 'organic'), ('bio', 'organic'), ('decaf', 'no caffeine'),
  ('caffeine free', 'no caffeine'), ('caffeinefree', 'no caffeine'), ('nimbu', 'lemon'), ('नींबू', 'lemon'),
  ('shahad', 'honey'), ('शहद', 'honey')
on conflict do nothing;

grant select on search_words, search_synonyms to shop_app;
grant execute on function similar_words(text) to shop_app;
revoke execute on function similar_words(text) from public;
