-- Event for the user of a session that has been revoked, so that the event stream of the session ends at once.
create function record_session_end() returns trigger language plpgsql as $$
begin
  insert into event (topic, user_id, entity_id) values ('session', new.user_id, new.user_id);
  return null;
end $$;
create trigger event_on_end after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function record_session_end();
