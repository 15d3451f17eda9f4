-- No version that still runs reads or writes these: checks are jobs (0030), and the other has a new name (0031).
alter table payment_intents drop column next_check_at, drop column handed_over;
