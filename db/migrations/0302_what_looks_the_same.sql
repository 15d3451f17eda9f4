-- Searches read what looks the same alike: the functions as db/schema/24-search.sql has them, and what they had stored.

-- A text as searches compare it: small letters without accents, ASCII digits, and ASCII punctuation between words. It
-- asks no locale for classes of characters, so that every server reads the same.
create or replace function search_text(p_text text) returns text
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
create or replace function words_in(p_text text, p_typed boolean) returns text[]
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
create or replace function without_labels(p_typed text) returns text
  language sql immutable parallel safe
  as $$
    select regexp_replace(coalesce(substring(typed from '<([^<>\s]+@[^<>\s]+)>'), typed), '\m(?:(?:orders?|re|fwd?|ph|phone|tel|'
      'mob|mobile|pin|code|awb|waybill|tracking|no|number)\M[-\s#.:(\[]*)+(?=(?:ap|t)\M|\S*[0-9])', '', 'g')
    from public.search_text(p_typed) typed
  $$;

-- As words_in() of a search and of an index, where one word is a number of an order or a telephone in any grouping, and
-- in a search also an email address, and whatever has a digit.
create or replace function staff_text(p_text text, p_typed boolean) returns text
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

-- The triggers write the documents and count the words.
update products set name = name;
update search_synonyms set term = term;
update orders set email = email where search is distinct from order_search(order_number, shipping_address, email);
reindex index profiles_by_words;
reindex index contact_messages_by_words;
reindex index message_entries_by_words;
reindex index auth.users_by_name;

drop index if exists shipments_by_tracking_number;
create index shipments_by_tracking_number on shipments (translate(tracking_number, '-_', '') text_pattern_ops);
