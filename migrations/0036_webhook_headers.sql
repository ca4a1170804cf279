-- Request headers that the owners of an endpoint chose, as a JSON object of texts, sealed. Null when it has none.
alter table webhook_endpoints add column headers bytea;
