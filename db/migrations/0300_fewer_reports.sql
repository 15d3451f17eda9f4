-- What no report shows any more: PIN areas, the time to the hand-over, the share of confirmed orders, returns by month,
-- and what the gateway's offers, fees and disputes made of sales.

drop function if exists
  sum_sales_of_day(date), sum_areas_of_day(date), sum_hand_overs_of_day(date), report_areas(date, date),
  report_hand_overs(date, date);
drop table report_areas, report_hand_overs;
alter table report_sales
  drop column delivered, drop column returned, drop column confirmed, drop column unconfirmed;
drop index orders_paid_otherwise, disputes_deducted;
