alter table stock_item
  add column group_name text,
  -- Version for optimistic locking.
  add column version int not null default 1;

-- Indexes for finding the stock items and dishes that contain a stock item, before the stock item is removed and when
-- its cost changes.
create index stock_item_part_by_part on stock_item_part (part_id);
create index item_composition_by_stock_item on item_composition (stock_item_id);

-- The cost of a semi-finished item is the total cost of its ingredients.
with recursive part(made_id, id, count, depth) as (
  select stock_item_id, part_id, count::numeric, 1 from stock_item_part
  union all
  select r.made_id, p.part_id, r.count * p.count, r.depth + 1
  from part r join stock_item_part p on p.stock_item_id = r.id where r.depth < 10)
update stock_item t set estimate_cost = c.cost
from (
  select r.made_id, round(sum(r.count * s.estimate_cost), 5) as cost
  from part r join stock_item s on s.id = r.id
  where not exists (select 1 from stock_item_part p where p.stock_item_id = r.id)
  group by r.made_id) c
where t.id = c.made_id;
