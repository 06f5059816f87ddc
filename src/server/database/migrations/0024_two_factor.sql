-- Second factor of a sign-in: time-based codes (RFC 6238), and recovery codes for a lost phone.
create table two_factor (
  user_id int primary key references app_user,
  -- Encrypted with TOTP_KEY. Plain text if TOTP_KEY is not set.
  secret text not null,
  is_enabled boolean not null default false,
  -- Time step of the last accepted code. No code is accepted twice.
  last_step bigint not null default 0
);
create table recovery_code (
  user_id int not null references two_factor on delete cascade,
  hash text not null,
  primary key (user_id, hash)
);
