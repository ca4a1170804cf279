-- The used places of the window of each bind, and its size, as the process that holds it published them with the last renewal of the lease.
alter table routing_connections
  add column outstanding integer not null default 0,
  add column window_size integer not null default 0;
