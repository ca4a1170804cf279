-- When something that operators set up last worked: `backup`, a complete backup; `mail`, a test email.
create table setup_marks (
  name text primary key,
  at timestamptz not null
);
