-- Last status change of an order, for as long as the employee who made it can undo it (areas, section 13, B6).
-- `status_id` and `reason` are the former status. `version` is the version of the order after the change. `is_sent` is
-- true if the change sent the order to the kitchen. A new change replaces the row, and housekeeping deletes old rows.
create table status_undo (
  order_id int primary key references orders on delete cascade,
  company_id int not null references company,
  user_id int not null references app_user,
  status_id int not null references order_status,
  reason text,
  version int not null,
  is_sent boolean not null,
  until timestamptz not null
);
