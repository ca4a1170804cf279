-- oldest code: 0006 (0.2.0)

-- Rejected requests are rows of the request log, too. Many equal ones are one row with their count.
alter table request_log
  -- The pattern of the route without IDs; for an unknown path, only the parts that cannot be IDs.
  add column route text,
  -- The client of a request with an unknown or rejected credential.
  add column address text,
  -- A digest of what equal rejections have in common; null for accepted requests.
  add column kind text,
  -- For a row that counts equal rejections: their day in GMT.
  add column counted_on date,
  add column count bigint not null default 1,
  add column first_at timestamptz;

insert into request_log (account_id, request_id, credential_id, smpp_credential_id, method, path, route, status, code, message, hint, duration_ms, at, kind, counted_on, count, first_at)
select r.account_id, '', r.credential_id, r.smpp_credential_id, r.method, r.path, r.path, r.status, r.code, r.message, r.hint, 0, d.at, r.kind, (d.at at time zone 'UTC')::date, d.count, d.first_at
  from refusals r
 cross join lateral (
   values (r.last_at, greatest(r.first_at, date_trunc('day', r.last_at, 'UTC')), r.day_count),
          (date_trunc('day', r.last_at, 'UTC') - interval '1 second', r.first_at, r.count - r.day_count)
 ) as d(at, first_at, count)
 where d.count > 0;

drop table refusals;

update request_log set route = path, first_at = coalesce(first_at, at) where route is null;
update request_log set kind = concat_ws(' ', credential_id, smpp_credential_id, method, path, status, code, message)
 where kind is null and code is not null;
alter table request_log
  alter column route set not null,
  alter column first_at set not null;

create unique index request_log_counted on request_log (account_id, kind, counted_on) where counted_on is not null;
create index request_log_refused on request_log (account_id, at desc, id desc) where kind is not null;
