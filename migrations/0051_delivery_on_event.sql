-- The first successful attempt, so that most events need no row of webhook_attempts. It has an ID of the same sequence.
-- An older version shows such an event as never attempted.
alter table webhook_events
  add column delivery_id bigint,
  add column delivered_at timestamptz,
  add column delivered_status smallint,
  add column delivered_took_ms integer,
  add column delivered_answer text;
