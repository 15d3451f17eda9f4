-- Postal codes and the telephone numbers of profiles were kept with digits of any script, which couriers' systems do not read;
-- new ones are in ASCII (domain/text.ts). The digits are those of India's scripts and the full-width ones. Orders keep the
-- address that they were sent to.
create function ascii_digits(text) returns text language sql immutable as $$
  select translate($1, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯０１２３４５６７８９', repeat('0123456789', 12))
$$;
update addresses set postal_code = ascii_digits(postal_code) where postal_code <> ascii_digits(postal_code);
update profiles set phone = ascii_digits(phone) where phone <> ascii_digits(phone);
drop function ascii_digits(text);
