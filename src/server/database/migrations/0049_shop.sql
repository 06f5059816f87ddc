-- Shop in which guests order by themselves. A company without a row has no shop.
create table shop (
  company_id int primary key references company,
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  is_paused boolean not null default false,
  -- Local times as HH:MM. Equal times mean around the clock.
  opens_at text not null default '00:00',
  closes_at text not null default '00:00',
  -- Status of a new order. Null is the first status of the company.
  status_id int references order_status,
  -- Payment methods that a guest may choose. Empty means that a guest names none.
  payment_methods int[] not null default '{}',
  version int not null default 1,
  categories_version int not null default 1
);

-- Categories that a shop shows, in the order of sort.
create table shop_category (
  company_id int not null references shop on delete cascade,
  category_id int not null references category,
  sort int not null,
  -- Title for guests. Null is the name of the category.
  title text,
  primary key (company_id, category_id)
);

-- Orders of guests. Guests are no users, so their idempotency keys are stored here.
create table shop_order (
  company_id int not null references company,
  key text not null,
  request_hash text not null,
  token text not null unique,
  order_id int not null unique references orders on delete cascade,
  phone text not null,
  -- Status that the order began with. An order that still has it is unconfirmed.
  status_id int not null references order_status,
  -- The order waits until the operator moves it to another status. Until then, the kitchen does not know it.
  is_review boolean not null default false,
  primary key (company_id, key)
);
create index shop_order_by_phone on shop_order (company_id, phone);

-- Orders and reads of an address, for the limits. Rows are deleted after an hour.
create table shop_attempt (
  id bigint generated always as identity primary key,
  company_id int not null references company,
  kind text not null check (kind in ('order', 'status')),
  address text not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index shop_attempt_by_address on shop_attempt (company_id, kind, address, at);
create index shop_attempt_by_time on shop_attempt (at);
