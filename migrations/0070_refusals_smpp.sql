-- For requests with a system ID and an SMPP password, which have no key or token.
alter table refusals add column smpp_credential_id bigint;
