-- Quantity of each stock item on hand: the sum of its processed operations. The triggers below update it, so that no
-- code path can omit the update. An item without a row has no processed operation.
create table stock_balance (
  company_id int not null references company,
  stock_item_id int not null references stock_item,
  on_hand numeric(20, 5) not null,
  primary key (company_id, stock_item_id)
);
create index stock_balance_by_item on stock_balance (stock_item_id);

-- Each statement locks the rows in the order of company and item, so that two statements cannot deadlock.
create function keep_stock_balance() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_balance as b (company_id, stock_item_id, on_hand)
    select company_id, stock_item_id, sum(case operation_type when '+' then count else -count end) from added
    where is_processed group by company_id, stock_item_id order by company_id, stock_item_id
    on conflict (company_id, stock_item_id) do update set on_hand = b.on_hand + excluded.on_hand;
  elsif tg_op = 'DELETE' then
    insert into stock_balance as b (company_id, stock_item_id, on_hand)
    select company_id, stock_item_id, sum(case operation_type when '+' then -count else count end) from removed
    where is_processed group by company_id, stock_item_id order by company_id, stock_item_id
    on conflict (company_id, stock_item_id) do update set on_hand = b.on_hand + excluded.on_hand;
  else
    insert into stock_balance as b (company_id, stock_item_id, on_hand)
    select company_id, stock_item_id, sum(change) from (
      select company_id, stock_item_id, case operation_type when '+' then count else -count end as change
      from added where is_processed
      union all
      select company_id, stock_item_id, case operation_type when '+' then -count else count end
      from removed where is_processed) c
    group by company_id, stock_item_id having sum(change) <> 0 order by company_id, stock_item_id
    on conflict (company_id, stock_item_id) do update set on_hand = b.on_hand + excluded.on_hand;
  end if;
  return null;
end $$;

-- The triggers are created before the table is filled, because their creation locks the ledger against concurrent
-- writes.
create trigger balance_on_insert after insert on stock_operation referencing new table as added
  for each statement execute function keep_stock_balance();
create trigger balance_on_update after update on stock_operation referencing old table as removed new table as added
  for each statement execute function keep_stock_balance();
create trigger balance_on_delete after delete on stock_operation referencing old table as removed
  for each statement execute function keep_stock_balance();

insert into stock_balance (company_id, stock_item_id, on_hand)
select company_id, stock_item_id, sum(case operation_type when '+' then count else -count end) from stock_operation
where is_processed group by company_id, stock_item_id;
