-- The name of the request header that brought the client's token; null for service-secure-token.
alter table checkout_sessions add column token_header text;
