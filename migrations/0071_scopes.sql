-- The rights of a credential in the account API. Credentials from before have none until an owner grants them.
alter table credentials add column scopes text[] not null default '{}';
