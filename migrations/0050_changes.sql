-- One row for each topic, replaced with every change of its tables: processes keep these tables in memory. Several rows come from transactions
-- that ran at the same time. Unlogged and not backed up: after a crash it is empty, which also counts as a change.
create unlogged table changes (
  id uuid primary key default gen_random_uuid(),
  topic text not null
);

-- Never waits for another transaction, so it cannot cause a deadlock.
create or replace function note_change() returns trigger language plpgsql as $$
begin
  delete from changes where id in (select id from changes where topic = tg_argv[0] for update skip locked);
  insert into changes (topic) values (tg_argv[0]);
  perform pg_notify('ngoma_changes', tg_argv[0]);
  return null;
end
$$;

create trigger note_change after insert or update or delete on credentials_version execute function note_change('credentials');
create trigger note_change after insert or update or delete on prices_version execute function note_change('prices');
create trigger note_change after insert or update or delete on sandbox execute function note_change('sandbox');
create trigger note_change after insert or update or delete on airtime_providers execute function note_change('airtime');
create trigger note_change after insert or update or delete on sms_windows execute function note_change('windows');
create trigger note_change after insert or update or delete on routing_carriers execute function note_change('routing');
create trigger note_change after insert or update or delete on routing_routes execute function note_change('routing');
create trigger note_change after insert or update or delete on routing_health execute function note_change('routing');
create trigger note_change after insert or delete on routing_connections execute function note_change('routing');

-- Leases are renewed every second, which is no change.
create trigger note_state after update on routing_connections for each row
  when ((old.owner, old.is_up, old.problem, old.changed_at) is distinct from (new.owner, new.is_up, new.problem, new.changed_at))
  execute function note_change('routing');
