-- Replaces typographic characters in the messages of the account, so that they fit GSM 03.38. A send may say otherwise.
alter table accounts add column smart_encoding boolean not null default false;

-- Tags and references of requests, and references of single recipients, by which messages are found; 'resent' has the id of the message that this one
-- repeats. message_id is null if the label is of the whole request. A request without labels has no rows here.
create table sms_labels (
  request_id bigint not null,
  place integer not null,
  account_id bigint not null,
  kind text not null check (kind in ('tag', 'reference', 'resent')),
  value text not null,
  message_id bigint,
  created_at timestamptz not null,
  primary key (request_id, place)
) partition by range (request_id);

create index sms_labels_value on sms_labels (account_id, kind, value, created_at, request_id, message_id);

-- Reports to the callback URL of a request: `submitter` is `webhook/` and the id of the endpoint.
alter table sms_reports drop constraint sms_reports_kind_check, add constraint sms_reports_kind_check check (kind in ('smpp', 'kannel', 'webhook'));

-- Of the client; null without any.
alter table sms_requests add column tags text[], add column reference text;
