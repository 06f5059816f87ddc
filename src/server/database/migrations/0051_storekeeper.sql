-- The public role of storekeepers. In a new database, the server adds it together with the other public roles at its
-- start.
insert into role (name, is_public, permissions)
select 'Кладовщик', true,
  '{"catalogue.view": 1, "stock.view": 1, "stock.edit": 1, "stock.approve": 1, "supplier.edit": 1, "print.use": 1}'
where exists (select 1 from role where is_public)
  and not exists (select 1 from role where is_public and name = 'Кладовщик');
