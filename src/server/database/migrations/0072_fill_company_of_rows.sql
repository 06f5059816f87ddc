-- Fills the companies of existing rows (0071). The updates lock only these rows, which readers do not wait for.
update order_history r set company_id = p.company_id from orders p where p.id = r.order_id and r.company_id is null;
update order_viewer r set company_id = p.company_id from orders p where p.id = r.order_id and r.company_id is null;
update late_notice r set company_id = p.company_id from orders p where p.id = r.order_id and r.company_id is null;
update stock_act_line r set company_id = p.company_id
  from stock_act p where p.id = r.stock_act_id and r.company_id is null;
update inventory_entry r set company_id = p.company_id
  from inventory p where p.id = r.inventory_id and r.company_id is null;
update packing_list_line r set company_id = p.company_id
  from packing_list p where p.id = r.packing_list_id and r.company_id is null;
