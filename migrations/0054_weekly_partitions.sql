-- When the partition of next_id began. A partition ends after a week; an older version, which ends it after 5,000,000 ids only, leaves this alone.
alter table id_blocks add column partition_began_at timestamptz;
