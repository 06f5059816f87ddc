-- Orders are numbered within the business day on which they are due. Earlier orders keep the numbers of the day on
-- which they were created, so the next number of a day must exceed the numbers of all orders that are due on that day.
insert into order_day (company_id, day, last_internal_id)
select o.company_id, ((o.date at time zone c.time_zone) - c.day_start::interval)::date, max(o.internal_id)
from orders o join company c on c.id = o.company_id
group by 1, 2
on conflict (company_id, day)
do update set last_internal_id = greatest(order_day.last_internal_id, excluded.last_internal_id);
