-- Today counts the cash that came short or is disputed: few rows among all that couriers still owe.
create index cod_collections_to_clear_up on cod_collections (order_id) where state in ('short', 'disputed');
