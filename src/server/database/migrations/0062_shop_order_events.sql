-- Change event of a new order from a guest, for clients that announce it with a sound. It has a topic of its own,
-- because orders from operators are not announced.
create trigger event_on_insert after insert on shop_order referencing new table as changed
  for each statement execute function record_event('shopOrder', 'company_id', 'null', 'order_id', 'null');
