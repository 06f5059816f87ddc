alter table company
  add column version int not null default 1,
  add column is_removed boolean not null default false,
  add column main_user_id int references app_user;

alter table file add column user_id int references app_user;
create index file_by_user on file (user_id, created_at) where user_id is not null;
create index file_by_age on file (created_at);
create index company_by_logo on company (logo_file_id) where logo_file_id is not null;
create index category_by_image on category (image_file_id) where image_file_id is not null;
create index item_by_image on item (image_file_id) where image_file_id is not null;

alter table notification add column company_id int generated always as ((data ->> 'companyId')::int) stored;
create index notification_by_company on notification (company_id, user_id) where company_id is not null;
create index notification_by_date on notification (date);
create index notification_unread on notification (user_id, id) where not is_read;

create table order_viewer (
  order_id int not null references orders on delete cascade,
  user_id int not null references app_user,
  seen_at timestamptz(3) not null default now(),
  primary key (order_id, user_id)
);
create index order_viewer_by_age on order_viewer (seen_at);

create table late_notice (
  order_id int not null references orders on delete cascade,
  due timestamptz(3) not null,
  primary key (order_id, due)
);

alter table print_job add column is_failure_told boolean not null default false;
create index print_job_failed on print_job (id) where status = 'failed' and not is_failure_told;
