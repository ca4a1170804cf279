-- The ids of messages that carriers sent with an id. A repeated message is recognized by it for some days, also after its row in inbound_messages is gone.
create table inbound_ids (
  carrier text not null,
  id text not null,
  created_at timestamptz not null,
  primary key (carrier, id)
);

create index inbound_ids_created on inbound_ids (created_at);
