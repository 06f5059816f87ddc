-- Names of the modules that are switched off. All modules of existing companies stay on.
alter table company add column modules_off text[] not null default '{}';

-- Settings of a module in one company. `version` increases with each change of the module, so that an outdated change
-- is refused.
create table module_configuration (
  company_id int not null references company,
  module text not null,
  settings jsonb not null default '{}',
  version int not null default 1,
  primary key (company_id, module)
);
