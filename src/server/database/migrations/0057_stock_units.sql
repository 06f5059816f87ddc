-- Units in which a stock item can be entered in addition to its base unit. `factor` is the number of base units.
create table stock_item_pack (
  stock_item_id int not null references stock_item on delete cascade,
  position int not null,
  name text not null,
  factor numeric(14, 5) not null check (factor > 0),
  primary key (stock_item_id, position)
);

-- Quantity and price of a line in the unit in which they were entered. Null if this was the base unit. The amount of
-- the line is computed from these values, because the price of one base unit is rounded.
alter table packing_list_line
  add column pack_name text,
  add column pack_factor numeric(14, 5) check (pack_factor > 0),
  add column pack_count numeric(14, 5) check (pack_count > 0),
  add column pack_price numeric(14, 5) check (pack_price >= 0),
  add constraint packing_list_line_pack check (num_nulls(pack_name, pack_factor, pack_count, pack_price) in (0, 4));
