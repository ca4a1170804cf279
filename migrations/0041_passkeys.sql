-- Passkeys, with the names that better-auth gives their columns. The public key is no secret.
create table auth_passkeys (
  "id" text primary key,
  "name" text,
  "publicKey" text not null,
  "userId" text not null references auth_users ("id") on delete cascade,
  "credentialID" text not null,
  "counter" bigint not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);

create index auth_passkeys_user on auth_passkeys ("userId");
create unique index auth_passkeys_credential on auth_passkeys ("credentialID");
