-- Every sign-in attempt is recorded before its password is checked. A failed attempt is marked after the check.
alter table login_attempt add column is_failed boolean not null default false;
