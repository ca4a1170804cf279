-- The simulated network is no row of routing_carriers, and what it took is counted too. Refusals are about single messages, and no fault of the carrier's.
alter table routing_outcomes drop constraint routing_outcomes_carrier_fkey;
alter table routing_outcomes add column refused integer not null default 0;

-- The requests of an account, newest first, of a time, and of a campaign: the way to its messages that are searched for by no number. A message is never in
-- an index for it. Of a campaign's name the beginning is enough, and a long one would not fit.
create index sms_requests_account on sms_requests (account_id, created_at desc, id desc);
create index sms_requests_campaign on sms_requests (account_id, left(lower(coalesce(campaign_title, job_name)), 100), created_at desc, id desc)
 where coalesce(campaign_title, job_name) is not null;
