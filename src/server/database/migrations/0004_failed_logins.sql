-- An attempt is recorded before its password is looked at; only then is it known whether it failed.
alter table login_attempt add column is_failed boolean not null default false;
