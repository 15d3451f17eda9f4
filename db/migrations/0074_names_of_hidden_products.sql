-- Staff find the orders of a product that is hidden as well. An index of its own: shoppers' searches go on reading the one
-- of what is on sale, and a sale touches neither.
create index hidden_products_by_words_of_name on products using gin (search_name) where not active;
