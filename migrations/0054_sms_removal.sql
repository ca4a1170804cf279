-- How far the texts of an account's requests are removed, by the time of the requests; account 0 stands for all accounts, in the order of ids.
create table sms_redactions (
  account_id bigint primary key,
  created_at timestamptz not null,
  request_id bigint not null
);

-- Requests before that place whose texts are kept, because some of their messages are pending or ended later.
create table sms_redactions_kept (
  account_id bigint not null,
  request_id bigint not null,
  primary key (account_id, request_id)
);
