-- oldest code: 0007 (0.2.0)

-- SMPP credentials are credentials. They get new IDs, above all IDs of both tables.
drop trigger note_change on credentials;
drop trigger note_smpp_credential_change on smpp_credentials;

alter table credentials rename column api_key to login;
alter table credentials drop constraint credentials_api_key_key;
alter table credentials drop constraint credentials_check;
alter table credentials drop constraint credentials_kind_check;
alter table credentials
  alter column secret_hash drop not null,
  -- The sealed slow hashes of an SMPP password, and of the one before the last rotation until it ends.
  add column password_hash bytea,
  add column old_password_hash bytea,
  add column old_password_until timestamptz,
  -- The limits and the format of SMPP.
  add column smpp jsonb,
  -- The process that delivers to the binds of the credential, by its name in smpp_binds.
  add column deliverer text,
  -- The address of the last use. Wrong passwords from elsewhere do not lock out a customer of SMPP.
  add column last_address text,
  add column smpp_id bigint,
  add constraint credentials_kind_check check (kind in ('key', 'token', 'smpp')),
  add constraint credentials_check check (
    (kind = 'token') = (login is null)
    and (kind = 'smpp') = (secret_hash is null)
    and (kind = 'smpp') = (password_hash is not null)
    and (kind = 'smpp') = (smpp is not null)
  );

select setval(pg_get_serial_sequence('credentials', 'id'), max(id))
  from (select id from credentials union all select id from smpp_credentials) ids
having max(id) is not null;

insert into credentials (smpp_id, account_id, kind, login, password_hash, old_password_hash, old_password_until, name, addresses, lenient, operator,
                         private_urls, created_at, revoked_at, last_used_at, last_address, deliverer, smpp)
select id, account_id, 'smpp', system_id, password_hash, old_password_hash, old_password_until, system_id, addresses, false, false,
       private_urls, created_at, revoked_at, last_used_at, last_address, deliverer,
       jsonb_build_object('bindsMax', binds_max, 'windowSize', window_size, 'rate', rate, 'messageIds', message_ids, 'receivesMessages', receives_messages,
                          'duplicateSeconds', duplicate_seconds, 'alphabet', alphabet)
  from smpp_credentials
 order by id;

alter table smpp_binds drop constraint smpp_binds_credential_id_fkey;
update smpp_binds b set credential_id = c.id from credentials c where c.smpp_id = b.credential_id;
alter table smpp_binds add constraint smpp_binds_credential_id_fkey foreign key (credential_id) references credentials (id);
update smpp_gatherings g set credential_id = c.id from credentials c where c.smpp_id = g.credential_id;
update sms_reports w set submitter = 'smpp/' || c.id from credentials c where w.kind = 'smpp' and w.submitter = 'smpp/' || c.smpp_id;
update smpp_messages w set submitter = 'smpp/' || c.id from credentials c where w.submitter = 'smpp/' || c.smpp_id;
update sms_messages m set submitter = 'smpp/' || c.id from credentials c where m.submitter = 'smpp/' || c.smpp_id;
update sms_requests r set origin = jsonb_set(r.origin, '{id}', to_jsonb(c.id))
  from credentials c where r.origin ->> 'kind' = 'smpp' and (r.origin ->> 'id')::bigint = c.smpp_id;
update sms_requests r set origin = jsonb_set(r.origin, '{detail,credential,id}', to_jsonb(c.id))
  from credentials c where r.origin #>> '{detail,credential,kind}' = 'smpp' and (r.origin #>> '{detail,credential,id}')::bigint = c.smpp_id;
update request_log l set credential_id = c.id from credentials c where l.credential_id is null and c.smpp_id = l.smpp_credential_id;
alter table request_log drop column smpp_credential_id;

alter table credentials drop column smpp_id;
drop table smpp_credentials;

create unique index credentials_key on credentials (login) where kind = 'key';
create unique index credentials_system_id on credentials (login) where kind = 'smpp' and revoked_at is null;
create trigger note_change after insert or delete or update of
  products, addresses, lenient, operator, private_urls, scopes, expires_at, retires_at, revoked_at, password_hash, old_password_hash, old_password_until, smpp
  on credentials execute function note_change('credentials');
delete from changes where topic = 'smpp_credentials';
