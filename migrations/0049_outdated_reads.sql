-- Ends a statement that relies on reads of an earlier moment, which it has found to be outdated. The program reads again and repeats it.
create or replace function refuse_outdated_reads() returns boolean language plpgsql as $$
begin
  raise exception 'the reads of this statement are outdated' using errcode = 'NG001', hint = 'The program repeats the statement with new reads.';
end
$$;
