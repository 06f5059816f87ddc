-- External payment method through which the invoice was issued. The payment method may later be linked to a different
-- external method.
alter table payment add column external_payment_method_id int references external_payment_method;

update payment p set external_payment_method_id = e.id
from payment_method m join external_payment_method e on e.id = m.external_payment_method_id
where m.id = p.payment_method_id and e.provider = p.provider;
