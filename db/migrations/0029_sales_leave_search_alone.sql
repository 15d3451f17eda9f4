-- Every sale parsed all texts of each product it sold, twice, for the columns that search reads: PostgreSQL computes
-- stored generated columns anew with each update of a table that has a trigger before updates. A third of what an order
-- cost the database. A trigger computes them now, where a text changes.
alter table products alter column search drop expression, alter column search_name drop expression;

create function write_search_documents() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  new.search_name := strip(to_tsvector('simple', new.name) || to_tsvector('english', new.name));
  new.search := search_document('simple', new.name, new.category, new.description, new.weight, new.ingredients,
      new.certifications, new.long_description, new.benefits, new.brewing)
    || search_document('english', new.name, new.category, new.description, new.weight, new.ingredients,
      new.certifications, new.long_description, new.benefits, new.brewing);
  return new;
end $$;
revoke execute on function write_search_documents() from public;

create trigger search_documents before insert or update of search, search_name, name, category, description, weight,
  ingredients, certifications, long_description, benefits, brewing on products
  for each row execute function write_search_documents();
