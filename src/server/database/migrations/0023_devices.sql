-- Browsers and programs with which a user has signed in. The user is notified of a sign-in with a new one.
create table user_device (
  user_id int not null references app_user,
  hash text not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, hash)
);
create index user_device_by_age on user_device (last_used_at);
