-- What was charged when a chat session opened, on the message that opened it, and for a checkout that was paid.
alter table chat_conversations add column session_at timestamptz;
alter table chat_messages add column session_price numeric(18, 4) not null default 0;
alter table checkout_sessions add column fee numeric(18, 4) not null default 0;
