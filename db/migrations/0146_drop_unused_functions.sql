-- Former names and signatures, which only called their successors: the servers that called them are long replaced.
drop function ask_for_newsletter(text, uuid, bytea, interval);
drop function confirm_newsletter(bytea);
drop function newsletter_request(uuid);
drop function leave_newsletter(uuid);
drop function unsubscribe_from_newsletter(uuid);
drop function end_delivery(uuid, boolean);
drop function list_dead_letters(integer);

-- Of before a posting named what its preview had shown.
drop function post_remittance(uuid, text, bytea, jsonb, integer, integer);
drop function match_remittance(uuid, jsonb);

-- The triggers say `least(stock, 6)` themselves.
drop function shown_stock(integer);
