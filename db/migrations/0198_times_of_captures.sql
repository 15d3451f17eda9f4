-- When the shop first saw that a payment is captured.
alter table payments add column captured_at timestamptz;
grant update (captured_at) on payments to shop_app;
