import { sql } from "kysely";
import type { Db } from "../database/connection.ts";

/**
 * Adds recent entries to the configuration audit log of demo company 1; the last logged value of a field is its value
 * in the demo data. The other demo data are written without a user and therefore create no entries.
 */
export const fillConfigChanges = async (tx: Db, now: Date): Promise<void> => {
  await sql`
    insert into config_change (at, company_id, user_id, kind, entity_id, name, action, before, after, transaction_id)
    select ${now}::timestamptz - c.age::interval, 1, c.user_id, c.kind, c.entity_id, c.name, c.action, c.before, c.after, 0
    from (
      select '52 hours' as age, 2 as user_id, 'companyUser' as kind, m.user_id as entity_id, null as name, 'update' as action,
        jsonb_build_object('role_id', 3) as before, jsonb_build_object('role_id', m.role_id) as after
      from company_user m where m.company_id = 1 and m.user_id = 5
      union all
      select '51 hours', 2, 'company', k.id, k.name, 'update', jsonb_build_object('work_time', '9:00–21:00'),
        jsonb_build_object('work_time', k.work_time) from company k where k.id = 1
      union all
      select '28 hours', 3, 'item', i.id, i.name, 'update', jsonb_build_object('price', i.price - 30),
        jsonb_build_object('price', i.price) from (select * from item where company_id = 1 and not is_removed order by id limit 2) i
      union all
      select '27 hours', 3, 'tag', t.id, t.name, 'create', null, jsonb_build_object('name', t.name, 'color', t.color)
        from tag t where t.company_id = 1 and t.name = 'День рождения'
      union all
      select '26 hours', 3, 'tag', t.id, t.name, 'remove', jsonb_build_object('name', t.name, 'color', t.color), null
        from tag t where t.company_id = 1 and t.is_removed
      union all
      select '5 hours', 3, 'orderStatus', s.id, s.name, 'update', jsonb_build_object('color', 'yellow', 'is_editable', true),
        jsonb_build_object('color', s.color, 'is_editable', s.is_editable) from order_status s where s.id = 4
      union all
      select '4 hours', 2, 'operatorPhone', p.id, p.number, 'update', jsonb_build_object('token_hash', null),
        jsonb_build_object('token_hash', true)
        from (select * from operator_phone where company_id = 1 and not is_removed order by id limit 1) p
      union all
      select '2 hours', 3, 'discount', d.id, d.name, 'update', jsonb_build_object('value', 5),
        jsonb_build_object('value', d.value)
        from (select * from discount where company_id = 1 and not is_removed and type = '%' and detail is null order by id limit 1) d
    ) c order by c.age::interval desc`.execute(tx);
};
