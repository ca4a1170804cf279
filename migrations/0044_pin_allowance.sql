-- Where the PINs of an account may go beside its own country: what operators allowed.
create table otp_allowances (
  account_id bigint primary key references accounts (id),
  countries text[] not null,
  ranges text[] not null,
  changed_at timestamptz not null
);

-- Countries that an application was limited to were chosen by somebody, so they stay allowed.
insert into otp_allowances (account_id, countries, ranges, changed_at)
select account_id, array_agg(distinct country order by country), '{}', now()
  from otp_apps, unnest(countries) as country
 group by account_id;
