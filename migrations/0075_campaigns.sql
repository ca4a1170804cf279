-- Campaigns. The row is also the job that fixes the audience at the start, adds messages to the queue, and cancels them. `position` is the number of
-- recipients that were processed: it moves in the transaction that stores their messages, so no recipient is skipped or repeated.
create table campaigns (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null,
  status text not null check (status in ('draft', 'scheduled', 'preparing', 'sending', 'paused', 'cancelled', 'done')),
  pause_reason text,
  sender text not null,
  text text not null,
  audience jsonb not null,
  options jsonb not null,
  pace integer,
  reply_hours integer not null,
  -- The campaign whose undelivered messages this one sends again.
  resends bigint,
  -- Codes of the links that all recipients share, in the order of the links in the text.
  link_codes text[],
  file_name text,
  file_columns text[],
  file_upload uuid,
  file_rows integer not null default 0,
  file_invalid integer not null default 0,
  starts_at timestamptz,
  audience_round integer not null default 0,
  recipients integer not null default 0,
  position integer not null default 0,
  queued integer not null default 0,
  invalid integer not null default 0,
  duplicates integer not null default 0,
  opted_out integer not null default 0,
  do_not_disturb integer not null default 0,
  no_consent integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_owner text,
  attempts integer not null default 0
);

create index campaigns_account on campaigns (account_id, id);
-- A campaign is sent again once, and once more if that was cancelled.
create unique index campaigns_resends on campaigns (resends) where resends is not null and status <> 'cancelled';
create index campaigns_held on campaigns (id) where status = 'paused' or (status = 'cancelled' and ended_at is null);
create index campaigns_replies on campaigns (account_id, coalesce(ended_at, 'infinity')) where started_at is not null;
create index campaigns_due on campaigns (due_at) where due_at is not null;

-- Every process knows the campaigns whose messages wait. Other columns change with every step of a campaign.
create trigger note_status after update on campaigns for each row when (old.status is distinct from new.status) execute function note_change('campaigns');
create trigger note_change after delete on campaigns execute function note_change('campaigns');

-- Valid rows of an uploaded file: [number, value, ...] in the order of file_columns. Rows of an upload that is not complete, or was replaced, are deleted
-- later.
create table campaign_files (
  upload uuid not null,
  place integer not null,
  account_id bigint not null,
  campaign_id bigint not null,
  rows jsonb not null,
  created_at timestamptz not null,
  primary key (upload, place)
);

create index campaign_files_campaign on campaign_files (campaign_id);

-- The fixed audience in pieces: contacts by their ids, rows of the file, or the undelivered messages of an earlier request. Deleted when the campaign ends.
create table campaign_pieces (
  campaign_id bigint not null,
  round integer not null,
  place integer not null,
  account_id bigint not null,
  due_at timestamptz not null,
  size integer not null,
  -- The number of recipients before the piece; null until all pieces are stored.
  first integer,
  contact_ids bigint[],
  -- The numbers of the contacts at the start.
  phones bigint[],
  rows jsonb,
  request_id bigint,
  primary key (campaign_id, round, place)
);

create index campaign_pieces_first on campaign_pieces (campaign_id, round, first);

-- The requests to send that a campaign became, in order.
create table campaign_requests (
  campaign_id bigint not null,
  request_id bigint not null,
  account_id bigint not null,
  first_message_id bigint not null,
  last_message_id bigint not null,
  primary key (campaign_id, request_id)
);

-- Results by hour, counted by the statements that change messages and store replies and clicks. They stay when messages are removed.
create table campaign_hours (
  campaign_id bigint not null,
  hour timestamptz not null,
  account_id bigint not null,
  sent integer not null default 0,
  delivered integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  cost numeric(18,4) not null default 0,
  replies integer not null default 0,
  replied integer not null default 0,
  opt_outs integer not null default 0,
  clicks integer not null default 0,
  clicked integer not null default 0,
  primary key (campaign_id, hour)
);

create table campaign_reasons (
  campaign_id bigint not null,
  reason text not null,
  account_id bigint not null,
  messages integer not null,
  primary key (campaign_id, reason)
);

-- Recipients who replied, opted out or clicked, each once.
create table campaign_responses (
  campaign_id bigint not null,
  kind text not null check (kind in ('reply', 'opt_out', 'click')),
  message_id bigint not null,
  account_id bigint not null,
  happened_at timestamptz not null,
  primary key (campaign_id, kind, message_id)
);

-- Finds the contacts who clicked.
create index campaign_responses_message on campaign_responses (account_id, kind, message_id);
create index campaign_responses_happened on campaign_responses (account_id, happened_at);

-- The URLs in the text of a campaign.
create table links (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  campaign_id bigint not null,
  place smallint not null,
  url text not null,
  clicks integer not null default 0,
  created_at timestamptz not null,
  unique (campaign_id, place)
);

create index links_account on links (account_id, created_at);

-- Codes of short links. `code` is a random number, written as ten characters of base 62. A code of one recipient has the message. Clicks on codes of test
-- messages do not count.
create table link_codes (
  code bigint primary key,
  link_id bigint not null,
  message_id bigint,
  is_test boolean not null default false
);

create index link_codes_link on link_codes (link_id);
