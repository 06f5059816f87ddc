-- Every company, not only a demo company, can choose both payment providers of the product.
insert into external_payment_method (company_id, name, provider)
select c.id, p.name, p.provider
from company c cross join (values ('Учебный платёж', 'sandbox'), ('ЮKassa', 'yookassa')) p (name, provider)
where not exists (select 1 from external_payment_method e where e.company_id = c.id);
