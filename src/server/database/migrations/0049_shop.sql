-- Shop in which guests order by themselves. A company without a row has no shop.
create table shop (
  company_id int primary key references company,
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  is_paused boolean not null default false,
  -- Local times as HH:MM. Equal times mean around the clock.
  opens_at text not null default '00:00',
  closes_at text not null default '00:00',
  -- Status of a new order. Null means the first status of the company.
  status_id int references order_status,
  -- Payment methods that a guest may choose. Empty means that a guest does not choose a payment method.
  payment_methods int[] not null default '{}',
  version int not null default 1,
  categories_version int not null default 1
);

-- Categories that a shop shows, sorted by `sort`.
create table shop_category (
  company_id int not null references shop on delete cascade,
  category_id int not null references category,
  sort int not null,
  -- Title for guests. Null means the name of the category.
  title text,
  primary key (company_id, category_id)
);

-- Orders of guests. Guests have no user account, so their idempotency keys are stored here.
create table shop_order (
  company_id int not null references company,
  key text not null,
  request_hash text not null,
  token text not null unique,
  order_id int not null unique references orders on delete cascade,
  phone text not null,
  -- Status of the order at its creation. An order that still has this status is unconfirmed.
  status_id int not null references order_status,
  -- True for an order that waits until the operator moves it to a different status. Until then, the order is not sent
  -- to the kitchen automatically.
  is_review boolean not null default false,
  primary key (company_id, key)
);
create index shop_order_by_phone on shop_order (company_id, phone);

-- Orders and status requests of a network address, stored to limit their number. Each new attempt deletes the rows that
-- are older than an hour.
create table shop_attempt (
  id bigint generated always as identity primary key,
  company_id int not null references company,
  kind text not null check (kind in ('order', 'status')),
  address text not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index shop_attempt_by_address on shop_attempt (company_id, kind, address, at);
create index shop_attempt_by_time on shop_attempt (at);
