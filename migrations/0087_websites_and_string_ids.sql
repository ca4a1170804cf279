-- Websites that a shop's software registered for its checkout, as origins such as https://shop.example.com.
alter table accounts add column shop_websites text[] not null default '{}';

-- Whether events of an endpoint have ids as strings, for receivers with fixed types.
alter table webhook_endpoints add column string_ids boolean not null default false;
