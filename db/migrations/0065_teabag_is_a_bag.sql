-- 'teabag' finds what 'tea bag' and 'sachet' find: also the products whose texts say bag, not sachet.
insert into search_synonyms (term, meaning) values ('teabag', 'bag'), ('teabags', 'bag');
