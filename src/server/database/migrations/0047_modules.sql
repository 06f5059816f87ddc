-- Names of the modules that are off. All modules of existing companies stay on.
alter table company add column modules_off text[] not null default '{}';

-- Own settings of a module. Versions grow with each change of a module, so that a stale change is refused.
create table module_configuration (
  company_id int not null references company,
  module text not null,
  settings jsonb not null default '{}',
  version int not null default 1,
  primary key (company_id, module)
);
