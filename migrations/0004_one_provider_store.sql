-- oldest code: 0004 (0.2.0)

-- Carriers are the providers of SMS. Their names are unique together with those of all providers.
alter table providers drop constraint providers_product_check;
alter table providers add constraint providers_product_check check (product in ('sms', 'airtime', 'payments', 'chat'));
alter table providers alter column product drop default, alter column kind drop default;
-- The triggers would note a change even without carriers, and then a new database would not be empty.
alter table providers disable trigger user;

-- The failover time and the health rules are settings of the kind. A share of null disabled a rule; 1 is never exceeded.
insert into providers (name, product, kind, settings, secrets, active, created_at, changed_at)
select c.name, 'sms', c.kind, s.settings, c.secrets, not c.paused, c.created_at, c.changed_at
  from routing_carriers c
 cross join lateral (
   select coalesce(json_object_agg(key, case when value::text = 'null' then '1' else value end), '{}') as rules,
          count(*) as count
     from json_each(c.health)
 ) h
 cross join lateral (
   select coalesce(json_object_agg(key, value), '{}') as settings
     from (select key, value
             from json_each(c.settings)
            union all
           select 'failoverSeconds', to_json(c.failover_seconds)
            where c.failover_seconds <> 30
            union all
           select 'health', h.rules
            where h.count > 0) merged
 ) s;

alter table routing_routes drop constraint routing_routes_carrier_fkey,
  add constraint routing_routes_carrier_fkey foreign key (carrier) references providers (name) on delete cascade;
alter table routing_connections drop constraint routing_connections_carrier_fkey,
  add constraint routing_connections_carrier_fkey foreign key (carrier) references providers (name) on delete cascade;
alter table routing_holders drop constraint routing_holders_carrier_fkey,
  add constraint routing_holders_carrier_fkey foreign key (carrier) references providers (name) on delete cascade;
alter table routing_health drop constraint routing_health_carrier_fkey,
  add constraint routing_health_carrier_fkey foreign key (carrier) references providers (name) on delete cascade;

alter table providers enable trigger user;
drop table routing_carriers;

-- Each process reads its carriers by the topic of routes, connections and health, and other providers by their own.
create trigger note_carrier_change after insert or update or delete on providers execute function note_change('routing');
