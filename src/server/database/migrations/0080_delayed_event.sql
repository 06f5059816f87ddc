-- Time before which the event is not delivered. Null means that the event is delivered at once. A process of the
-- previous version ignores the time and delivers the event at once.
alter table event add column not_before timestamptz;
