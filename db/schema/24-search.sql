-- Search: the words of products, their spelling and synonyms; how orders, customers and messages are found.

-- A trusted extension since PostgreSQL 13: who may create tables in the database may create it.
create extension if not exists pg_trgm;

-- What these return is stored, in columns and indexes: a migration that changes one of them writes that again.

-- A text as searches compare it: small letters without accents, ASCII digits, and ASCII punctuation between words. It
-- asks no locale for classes of characters, so that every server reads the same.
create function search_text(p_text text) returns text
  language plpgsql immutable parallel safe
  as $$
declare
  -- Beyond ASCII, what is no letter, mark or number and nothing invisible: a test compares it with Unicode's properties.
  c_signs constant text :=
    '[\u0080-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f'
    '\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06de\u06e9\u06fd\u06fe\u0700-\u070d'
    '\u07f6-\u07f9\u07fe\u07ff\u0830-\u083e\u085e\u0888\u0964\u0965\u0970\u09f2\u09f3\u09fa\u09fb\u09fd\u0a76\u0af0\u0af1'
    '\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34'
    '\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e\u109f\u10fb\u1360-\u1368\u1390-\u1399'
    '\u1400\u166d\u166e\u1680\u169b\u169c\u16eb-\u16ed\u1735\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u1940-\u1945'
    '\u19de-\u19ff\u1a1e\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f'
    '\u1c7e\u1c7f\u1cc0-\u1cc7\u1cd3\u2010-\u20c1\u2104-\u212e\u213a-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff'
    '\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0'
    '\u30fb\u3190\u3191\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716'
    '\ua720\ua721\ua789\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e\ua92f\ua95f'
    '\ua9c1-\ua9cd\ua9de\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade\uaadf\uaaf0\uaaf1\uab5b\uab6a\uab6b\uabeb\ufbb2-\ufdff'
    '\ufe45\ufe46\ufffc\ufffd\U00010100-\U00010102\U00011047-\U0001104d\U000110bb-\U000110c1\U00011140-\U00011143'
    '\U00011174\U00011175\U0001d000-\U0001d15d\U0001d183\U0001d184\U0001d300-\U0001d356\U0001f000-\U0001f0ff'
    '\U0001f10d-\U0001fbef]';
  -- Accents of Latin, Greek and Cyrillic, vowel marks of Arabic, what stretches its words, and what cannot be seen:
  -- joiners, soft hyphens, the direction of writing, the look of a picture.
  c_dropped constant text := '[\u00ad\u0300-\u036f\u0483-\u0489\u0600-\u0605\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670' ||
    '\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\ufe00-\ufe0f' ||
    '\ufe20-\ufe2f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]';
  v_text text := lower(coalesce(p_text, ''));
  v_pair text[];
  v_nasals text;
begin
  if octet_length(v_text) = length(v_text) then
    return v_text;
  end if;
  v_text := regexp_replace(lower(normalize(replace(v_text, '™', ' tm'), nfkd)), c_dropped, '', 'g');
  v_text := regexp_replace(v_text, c_signs, '-', 'g');
  -- Letters that Unicode does not take apart, letters of Urdu as Arabic keyboards write them, the nasal signs and the
  -- bearers of vowels of Gurmukhi, letters of Marathi, Assamese and Sanskrit, and the digits of Arabic, Urdu, Santali,
  -- Manipuri and the scripts from Devanagari to Malayalam.
  v_text := translate(replace(replace(replace(v_text, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđðıςيىكةۃہۂھەੰੲੳॲৰஶ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹'
    '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯',
    'olddiσییکههههههਂਅਅऍরஸ' || repeat('0123456789', 13));
  if v_text ~ '[\u0900-\u0d7f]' then
    -- What looks the same and is written with other characters: consonants without a vowel that are one character now and
    -- were two, with a joiner, before, and the vowels of chapter 12 of the Unicode Standard ("Use", "Do not use").
    foreach v_pair slice 1 in array '{{ൺ,ണ്},{ൻ,ന്},{ർ,ര്},{ൽ,ല്},{ൾ,ള്},{ൿ,ക്},{ൎ,ര്},{്്,്},{ৎ,ত্},{ௗ,ள},{र्इ,ई},{एे,ऐ},{उु,ऊ},'
      '{ଏୗ,ଐ},{ଓୗ,ଔ},{ఒౌ,ఔ},{ಉಾ,ಊ},{ಒೌ,ಔ},{ഇൗ,ഈ},{ഉൗ,ഊ},{എെ,ഐ},{ഒാ,ഓ},{ഒൗ,ഔ},{ൌ,ൗ},{െെ,ൈ}}'::text[]
    loop
      v_text := replace(v_text, v_pair[1], v_pair[2]);
    end loop;
    -- The blocks from Devanagari to Malayalam have the same signs at the same places.
    for v_block in 2304..3328 by 128 loop
      continue when v_text !~ ('[' || chr(v_block) || '-' || chr(v_block + 127) || ']');
      -- The candrabindu becomes an anusvara, the nukta is dropped.
      v_text := translate(v_text, chr(v_block + 1) || chr(v_block + 60), chr(v_block + 2));
      -- A letter's vowel from parts, by the same chapter: अ and its sign, and आ or its sign with that of e, as in अाे for ओ.
      for v_sign in 62..76 loop
        v_text := replace(v_text, chr(v_block + 5) || chr(v_block + v_sign), chr(v_block + v_sign - 56));
        continue when v_sign not between 69 and 72;
        v_text := replace(replace(v_text, chr(v_block + 6) || chr(v_block + v_sign), chr(v_block + v_sign - 52)),
          chr(v_block + 62) || chr(v_block + v_sign), chr(v_block + v_sign + 4));
      end loop;
      -- A nasal consonant before another one is an anusvara, too: हिन्दी is also written हिंदी. दुःख is also written दुख.
      continue when v_block = 2944; -- Tamil has no anusvara, and a letter in the place of the visarga
      v_nasals := chr(v_block + 25) || chr(v_block + 30) || chr(v_block + 35) || chr(v_block + 40) || chr(v_block + 46);
      v_text := regexp_replace(replace(v_text, chr(v_block + 3), ''),
        format('[%1$s]%2$s(?![%1$s])(?=[%3$s-%4$s%5$s-%6$s])', v_nasals, chr(v_block + 77), chr(v_block + 21),
          chr(v_block + 45), chr(v_block + 54), chr(v_block + 57)), chr(v_block + 2), 'g');
    end loop;
  end if;
  return v_text;
end $$;

-- The words of a text: the first eight to search for (`p_typed`), else all to be found by. A number and its unit are
-- one word, '250 grams' as '250g', and can be found apart, too, as can what is written with punctuation: 'non', 'gmo',
-- 'nongmo'.
create function words_in(p_text text, p_typed boolean) returns text[]
  language plpgsql immutable parallel safe
  as $$
declare
  v_text text := case when p_typed then regexp_replace(public.search_text(p_text),
    '([\u0900-\u0d7f]):(?=[\u0900-\u0d7f])', '\1', 'g') else public.search_text(p_text) end; -- ':' is typed for a visarga
  v_words text := regexp_replace(v_text, '[\x01-/:-@[-`{-\x7f]+', ' ', 'g');
  -- A name as it may be typed, too: '™' as two letters of its word, ':' as a visarga.
  v_other text := case when not p_typed and (p_text like '%™%' or v_text ~ '[\u0900-\u0d7f]:[\u0900-\u0d7f]') then
    regexp_replace(regexp_replace(public.search_text(replace(p_text, '™', 'TM')),
      '([\u0900-\u0d7f]):(?=[\u0900-\u0d7f])', '\1', 'g'), '[\x01-/:-@[-`{-\x7f]+', ' ', 'g') end;
  v_weights text := concat_ws('  ', v_words, v_other); -- two spaces: no unit belongs to a number of the other
begin
  if v_words ~ '[0-9]' then
    if octet_length(v_words) > length(v_words) then
      declare
        -- Grams, kilograms, litres and millilitres in scripts of India, as search_text() leaves them.
        c_g constant text := '(?:ग्र(?:ाम?|[ॅै]म)|গ্রাম?|ગ્રામ?|கி(?:ராம்)?|గ్రా(?:ము(?:లు)?)?|ಗ್ರಾ(?:ಂ|ಮ್)?|ഗ്രാം?|ਗ੍ਰਾਮ?|ଗ୍ରାମ?|گرام)';
        c_kg constant text := normalize('(?:कि(?:लो)?|কে ?জি|কিলো|કિ(?:લો)?|கிலோ|கி(?= ?கி)|కి(?:లో)?|ಕಿ(?:ಲೋ?)?|കി(?:ലോ)?|ਕਿ(?:ਲੋ)?|'
          'କି(?:ଲୋ)?|کلو)', nfkd);
        c_l constant text := normalize('(?:[लলલலలಲലਲଲ][िीিীિીிீిీಿೀിീਿੀି]+(?:टर|টার|ટર|ட்டர்|టర(?:్లు|్|ు)|ಟರ್|റ്റര്|ਟਰ|ଟର)?|ل[یٹ]+ر|لی)', nfkd);
        v_unit text[];
      begin
        foreach v_unit slice 1 in array array[
          ['kg', c_kg || '(?: ?' || c_g || ')?'], ['g', c_g], ['l', c_l],
          ['ml', '(?:[मমમமమಮമਮମ][िিિிిಿിਿି](?:ல்|ల్|ല്)?|م) ?' || c_l || '(?: ?' || c_l || ')?']
        ] loop
          v_weights := regexp_replace(v_weights, '([0-9]) ?(?:' || v_unit[2] || ')(?= |$)', '\1' || v_unit[1], 'g');
        end loop;
      end;
    end if;
    v_weights := regexp_replace(regexp_replace(v_weights, '([0-9]) ?kilos?(?= |$)', '\1kg', 'g'),
      '([0-9]) ?([kmc]?)(?:ilo|illi|enti)?([glm])(?:r?ms?|t?rs?|ram(?:me)?s?|it(?:er|re)s?|et(?:er|re)s?|s)?(?= |$)', '\1\2\3', 'g');
  elsif v_words = v_text and v_other is null and length(v_text) <= 100 and not p_typed then
    return array_remove(string_to_array(v_text, ' '), ''); -- a name or a city
  end if;
  if p_typed then
    return array(
      select left(word, 100) from string_to_table(v_weights, ' ') with ordinality typed (word, place)
      where word <> '' group by 1 order by min(place) limit 8 -- more narrow nothing down
    );
  end if;
  return array(
    select distinct left(word, 100) -- a lexeme has at most 2 kB
    from string_to_table(concat_ws(' ', v_words, v_weights,
      regexp_replace(v_words, '(?<= |^)([0-9]+)([^0-9 ]+)(?= |$)', '\1 \2', 'g'),
      regexp_replace(regexp_replace(v_text, '[\x01-\x20]+', ' ', 'g'), '[!-/:-@[-`{-\x7f]+', '', 'g')
    ), ' ') word
    where word <> ''
  );
end $$;

-- What staff typed, without what labels a number ('Order #', 'Ph:', 'Re: [') and a name before an email address in '<>'.
create function without_labels(p_typed text) returns text
  language sql immutable parallel safe
  as $$
    select regexp_replace(coalesce(substring(typed from '<([^<>\s]+@[^<>\s]+)>'), typed), '\m(?:(?:orders?|re|fwd?|ph|phone|tel|'
      'mob|mobile|pin|code|awb|waybill|tracking|no|number)\M[-\s#.:(\[]*)+(?=(?:ap|t)\M|\S*[0-9])', '', 'g')
    from public.search_text(p_typed) typed
  $$;

-- As words_in() of a search and of an index, where one word is a number of an order or a telephone in any grouping, and
-- in a search also an email address, and whatever has a digit.
create function staff_text(p_text text, p_typed boolean) returns text
  language plpgsql immutable parallel safe
  as $$
declare
  c_sign constant text := '[0-9a-hjkmnp-tv-z]'; -- Crockford's alphabet, as generate_order_number() writes it
  v_text text := case when p_typed then public.without_labels(p_text) else public.search_text(p_text) end;
begin
  if p_typed and v_text ~ '^[-+0-9\s().]*$' and v_text ~ '([0-9][^0-9]*){4}' then
    return right(regexp_replace(v_text, '[^0-9]', '', 'g'), 10); -- a telephone without its country code, or a PIN
  end if;
  if p_typed and v_text ~ ('^\W*(ap[-\s]+(?=[^0-9]*[0-9])[0-9a-z]{1,3}([-\s]+[0-9a-z]{1,3})?|' || c_sign || '{3}-'
    || c_sign || '{3})\W*$') then
    return regexp_replace(v_text, '[^0-9a-z]', '', 'g'); -- an incomplete order number
  end if;
  v_text := regexp_replace(v_text, '\map[-\s]*(' || c_sign || '{3})[-\s]*(' || c_sign || '{3})\M', 'ap\1\2', 'g');
  v_text := regexp_replace(v_text, '\m(?:(?:00)?91[-\s]?|0)?([6-9][0-9]{4})[-\s.]?([0-9]{5})\M', '\1\2', 'g');
  if not p_typed then
    return v_text;
  end if;
  return (
    select string_agg(case when run ~ '[0-9@]' then regexp_replace(run, '[!-/:-@[-`{-~]', '', 'g') else run end, ' ' order by place)
    from regexp_split_to_table(v_text, '[\s,;()<>"]+|:(?![\u0900-\u0d7f])') with ordinality runs (run, place)
  );
end $$;

-- Whom a search finds: the words of the name and the telephone, each after '~', which only owners and packers may see.
-- The telephone is also there from its end, after '<': packers see the last four digits.
create function person_search(p_name text, p_phone text) returns tsvector
  language sql immutable parallel safe
  as $$
    select array_to_tsvector(array(
      select '~' || word
      from right(regexp_replace(public.search_text(p_phone), '[^0-9]', '', 'g'), 10) phone,
        unnest(public.words_in(p_name, false) || case when phone <> '' then array[phone, '<' || reverse(phone)] end) word
    ))
  $$;

-- The vocabulary, and how many products have each word in their name and anywhere. A typed word that begins none of
-- these is looked up by its trigrams; how common a word is decides how it is best looked for. Byte order, so that a
-- prefix is a range. A word that no product has any more stays, with zeros.
create table search_words (
  word text collate "C" primary key,
  names integer not null,
  products integer not null
);
create index search_words_by_trigrams on search_words using gin (word gin_trgm_ops) where products > 0;

-- What else to look for when a term is typed. `meaning` is one or more words that must all be there.
create table search_synonyms (
  term text collate "C" not null check (term = lower(term)),
  meaning text not null check (meaning = lower(meaning)),
  -- Read as searches are.
  words text[] not null generated always as (words_in(term, true)) stored,
  meaning_words text[] not null generated always as (words_in(meaning, true)) stored,
  primary key (term, meaning)
);
create index search_synonyms_by_words on search_synonyms (words);

insert into search_synonyms (term, meaning) select term, meaning
  from (values
    -- The plant: botanical, English and Indian names, in Latin script as it is typed and in Devanagari.
    ('butterfly pea', 'aparajita, aparajitha, अपराजिता, shankhpushpi, शंखपुष्पी, gokarna, गोकर्ण, gokarni, गोकर्णी, '
      'vishnukranta, विष्णुक्रांता, sangu poo, sangu pushpam, shankupushpam, clitoria, ternatea, anchan, blue pea, '
      'butterflypea'), ('aparajita', 'अपराजिता'),
    -- Colour, flower, tea
    ('butterfly pea', 'blue, neela, नीला, नीली, neeli, nila, tea, chai, चाय, chay, herbal'),
    ('blue', 'neela, neeli, nila, नीला, नीली, indigo'),
    ('flower', 'phool, phul, फूल, pushp, पुष्प, petal, petals, blossom'), ('tea', 'chai, चाय, chay, tisane, infusion'),
    ('dried', 'sukhe, सूखे, sookhe, dry'),
    -- How it is packed
    ('bag', 'sachet, sachets, teabag, teabags'),
    ('sachets', 'sachet, tea bag, teabag, teabags, tea bags, bag, bags, pyramid, stick, sticks, single serve'),
    ('loose leaf', 'pouch, looseleaf, loose tea, khuli, खुली'), ('whole flowers', 'whole flower'),
    ('tin', 'dabba, डिब्बा, caddy'), ('box', 'dabba, डिब्बा'), ('packaged', 'carton, packet'),
    -- What it is for
    ('gift set', 'gifting, present, presents, hamper, tohfa, तोहफा, तोहफ़ा, uphaar, uphar, उपहार, diwali, दिवाली, '
      'birthday, wedding, rakhi'), ('set', 'combo, kit'), ('travel', 'office, desk, yatra, यात्रा, safar, सफर, trip'),
    ('wellness', 'sehat, सेहत, health, healthy'), ('organic', 'jaivik, जैविक, bio'),
    ('no caffeine', 'decaf, caffeine free, caffeinefree'), ('lemon', 'nimbu, नींबू'), ('honey', 'shahad, शहद')
  ) meant (meaning, terms), string_to_table(terms, ', ') term;

-- Revision 3. What follows is applied again when it changes: raise the number then.

-- What a product's text is found by: its words, and after '=' the English stems, for other forms of a word ('flowers').
create or replace function search_document(p_text text) returns tsvector
  language sql immutable parallel safe
  as $$
    with found as materialized (select unnest(public.words_in(p_text, false)) as word)
    select array_to_tsvector(array(
      select word from found
      union select '=' || stem from found, unnest(ts_lexize('english_stem', word)) stem where word ~ '^[a-z]+$'
    ))
  $$;

-- Where a text changes, and only there: see the trigger.
create or replace function write_search_documents() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  new.search_name := public.search_document(new.name);
  new.search := public.search_document(concat_ws(E'\n', new.name, new.category, new.description, new.weight, new.ingredients,
    array_to_string(new.certifications, ' '), new.long_description, new.country_of_origin, (
      select string_agg(value #>> '{}', ' ')
      from jsonb_path_query(jsonb_build_array(new.benefits, new.brewing, new.contents), 'strict $.**') value
      where jsonb_typeof(value) = 'string'
    )));
  return new;
end $$;

-- For whole statements that add or delete products; one statement of theirs may move a hundred thousand.
create or replace function count_search_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  change integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into search_words as known (word, names, products)
    select word, change * count(*) filter (where word = any (tsvector_to_array(search_name))), change * count(*)
    from changed, unnest(tsvector_to_array(search)) word
    where word not like '=%' -- the stems
    group by word order by word
    on conflict (word) do update
      set names = known.names + excluded.names, products = known.products + excluded.products;
  return null;
end $$;

-- For a product whose texts change. By columns: an order, which takes from the stock, does not fire it.
create or replace function recount_search_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into search_words as known (word, names, products)
    select word, coalesce(sum(change) filter (where in_name), 0), sum(change)
    from (values (1, new.search, new.search_name), (-1, old.search, old.search_name)) side (change, search, search_name),
      unnest(tsvector_to_array(search)) word, lateral (select word = any (tsvector_to_array(search_name)) as in_name) place
    where word not like '=%'
    group by word
    having sum(change) <> 0 or coalesce(sum(change) filter (where in_name), 0) <> 0
    order by word
    on conflict (word) do update
      set names = known.names + excluded.names, products = known.products + excluded.products;
  return null;
end $$;

-- Loads the extension: before that, only a superuser may name its settings.
select similarity('', '');

-- Words of the vocabulary that look like a mistyped one, the most alike first. 0.25: 'gft' and 'gift' share little.
-- A word without trigrams, as in Devanagari where the database's locale knows no other letters than Latin, would be
-- compared with all there are.
create or replace function similar_words(typed text) returns setof text
  language sql stable parallel safe set "pg_trgm.similarity_threshold" to '0.25'
  as $$
    select word from search_words where word % typed and products > 0 and cardinality(show_trgm(typed)) > 0
    order by similarity(word, typed) desc, word limit 20
  $$;

-- What must all begin a word; null without words, which have no sign of a query's language.
create or replace function prefix_query(p_words text[]) returns tsquery
  language sql immutable parallel safe
  as $$ select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(p_words) word $$;

-- What staff search orders, customers and messages for; without words, what nothing has.
create or replace function staff_query(p_typed text) returns tsquery
  language sql immutable parallel safe
  as $$
    select coalesce(public.prefix_query(public.words_in(public.staff_text(p_typed, true), true)), '''-'''::tsquery)
  $$;

-- The search that a role may make with the words of `p_words`, whatever operators stand between them: each must begin
-- something that the role may see, or be the last digits of a telephone. Marks that somebody typed are taken off.
create or replace function search_of_role(p_words tsquery, p_role text) returns tsquery
  language sql immutable set search_path = public, pg_temp
  as $$
    select string_agg('(' || (
      select string_agg(format('''%s%s'':*', mark, case mark when '~<' then reverse(word) else word end), ' | ')
      from unnest(case p_role when 'owner' then array['', '~', '~<', '='] when 'packer' then array['', '~', '~<'] else array[''] end)
        mark
      where mark <> '~<' or word ~ '^[0-9]{4,9}$'
    ) || ')', ' & ')::tsquery
    from regexp_matches(p_words::text, $r$'((?:[^']|'')*)'$r$, 'g') quoted
    cross join ltrim(quoted[1], '~=<') word
    where word <> ''
  $$;

-- The words of a search that next to none of the newest orders have: by these the index finds least. A word of six
-- characters or more that has a digit (an order number, a telephone number, a PIN) is rare without a look at them.
create or replace function rare_words(p_words tsquery, p_role text) returns tsquery
  language sql stable set search_path = public, pg_temp
  as $$
    with newest as materialized (select search from orders order by created_at desc, id desc limit 250)
    select string_agg('(' || query::text || ')', ' & ')::tsquery
    from regexp_matches(p_words::text, $r$('(?:[^']|'')*')$r$, 'g') quoted
    cross join search_of_role(quoted[1]::tsquery, p_role) query
    where quoted[1] ~ '\d' and length(quoted[1]) >= 8 or 3 > (select count(*) from newest where search @@ query)
  $$;

create or replace trigger product_words_added after insert on products
  referencing new table as changed for each statement execute function count_search_words();
create or replace trigger product_words_removed after delete on products
  referencing old table as changed for each statement execute function count_search_words();
create or replace trigger search_documents before insert or update of
    search, search_name, name, category, description, weight, ingredients, certifications, long_description, benefits,
    brewing, country_of_origin, contents
  on products
  for each row execute function write_search_documents();
create or replace trigger product_words_changed after update of
    name, category, description, weight, ingredients, certifications, long_description, benefits, brewing,
    country_of_origin, contents
  on products
  for each row execute function recount_search_words();

revoke all on search_words, search_synonyms from shop_app;
grant select on search_words, search_synonyms to shop_app;
revoke all on function
  count_search_words, recount_search_words, similar_words, write_search_documents, person_search, search_of_role,
  rare_words from public;
grant execute on function similar_words to shop_app;
grant execute on function person_search to shop_app, shop_auth, shop_staff;
