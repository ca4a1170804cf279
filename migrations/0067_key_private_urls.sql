-- Whether the dlr-url of a request with this key may use plain HTTP and private hosts. Only operators allow that.
alter table credentials add column private_urls boolean not null default false;
