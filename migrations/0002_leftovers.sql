-- oldest code: 0002 (0.2.0)

-- Nothing reads the providers of airtime under the old name of the table.
drop view airtime_providers;
drop trigger note_change on providers;
alter table providers rename constraint airtime_providers_pkey to providers_pkey;
alter table providers rename constraint airtime_providers_name_check to providers_name_check;

-- A restored database has the rows of tasks that no longer exist, which would stay due for ever. A start inserts the others again.
delete from periodic_tasks;

-- Every opt-out has a source.
update sms_optouts set source = 'import' where source is null;
alter table sms_optouts alter column source set not null;

-- The provider's reference is that of the attempt (checkout_payments).
alter table checkout_sessions drop column provider_reference;

-- Processes remember credentials, with the limits and the suspension of their accounts, and prices.
create trigger note_change after insert or delete or update of products, addresses, lenient, operator, private_urls, scopes, expires_at, retires_at, revoked_at
  on credentials execute function note_change('credentials');
create trigger note_change after update of requests_per_second, messages_per_day, suspended_at, country on accounts execute function note_change('credentials');
create trigger note_change after insert or update or delete on prices execute function note_change('prices');
drop table credentials_version, prices_version;

-- Live updates watch sms_hours.
drop table sms_days;

-- When the messages were due first.
update sms_expiries set first_due_at = least(due_at, valid_until) where first_due_at is null;
alter table sms_expiries alter column first_due_at set not null;
