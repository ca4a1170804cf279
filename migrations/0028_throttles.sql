-- How often a carrier said that messages come too fast.
alter table routing_outcomes add column throttled integer not null default 0;
