-- Every company has a row of finance settings and of stock settings. Without a row, a transaction that checks the closed
-- period would lock nothing, so the first closing of a period would not wait for it. Version 0 means never saved.
insert into finance_settings (company_id, version) select id, 0 from company on conflict do nothing;
insert into stock_settings (company_id, version) select id, 0 from company on conflict do nothing;

create function add_company_settings() returns trigger language plpgsql as $$
begin
  insert into finance_settings (company_id, version) values (new.id, 0);
  insert into stock_settings (company_id, version) values (new.id, 0);
  return null;
end $$;

create trigger add_settings after insert on company for each row execute function add_company_settings();
