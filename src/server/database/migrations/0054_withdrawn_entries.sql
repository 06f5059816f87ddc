-- A null count withdraws the earlier quantities of a place. The row stays, so that an older entry that arrives late
-- cannot restore its quantity.
alter table inventory_entry alter column count drop not null;
