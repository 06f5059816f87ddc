-- Indexes with which the clean-up finds outdated rows (services/monitoring/retention.ts).
create index if not exists login_attempt_by_age on login_attempt (at);
create index if not exists password_link_by_age on password_link (expires_at);
create index if not exists session_by_age on session (expires_at);
create index if not exists refresh_token_by_age on refresh_token (rotated_at) where rotated_at is not null;
create index if not exists late_notice_by_age on late_notice (due);
create index if not exists status_undo_by_age on status_undo (until);
create index if not exists feedback_link_by_age on feedback_link (expires_at);
create index if not exists print_job_by_age on print_job (created_at);
create index if not exists notification_read_by_age on notification (date) where is_read;
