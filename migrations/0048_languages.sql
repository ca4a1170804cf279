-- Null: the language of the setting NGOMA_LANGUAGE.
alter table accounts add column language text check (language in ('en', 'sw', 'fr'));

-- Null: the language of the browser.
alter table auth_users add column language text check (language in ('en', 'sw', 'fr'));
