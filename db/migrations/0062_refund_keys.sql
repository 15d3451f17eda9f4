-- A repeated request for a refund is answered like the first one only if it asks for the same. The same key with another
-- amount used to be answered as if that amount had been given back.
do $$
declare
  v_function text;
  v_changed text;
begin
  v_function := pg_get_functiondef('refund_order(uuid, integer, bigint, text, text, text)'::regprocedure);
  v_changed := replace(v_function,
    'elsif exists (select from refunds where idempotency_key = v_key) then',
    'elsif exists (
      select from refunds where idempotency_key = v_key and (amount_paise <> p_paise or reason <> p_reason)
    ) then
    outcome := ''idempotency_key_reused'';
  elsif exists (select from refunds where idempotency_key = v_key) then');
  assert v_changed <> v_function;
  execute v_changed;

  v_function := pg_get_functiondef(
    'note_manual_refund(uuid, integer, numeric, text, text, text, text)'::regprocedure);
  v_changed := replace(v_function,
    'elsif exists (select from manual_refunds where order_id = p_order and idempotency_key = p_key) then',
    'elsif exists (
      select from manual_refunds where order_id = p_order and idempotency_key = p_key
        and (amount, way, reference, reason) <> (p_amount, p_way, p_reference, p_reason)
    ) then
    outcome := ''idempotency_key_reused'';
  elsif exists (select from manual_refunds where order_id = p_order and idempotency_key = p_key) then');
  assert v_changed <> v_function;
  execute v_changed;
end $$;
