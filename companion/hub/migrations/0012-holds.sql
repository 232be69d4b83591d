-- Which giving of a table it is: whoever writes to a table names it, and no clock plays a part.

alter table hosted_table
  add column nth integer not null default 1,
  drop column taken;

alter table worker
  add column since timestamptz not null default clock_timestamp();  -- it was heard ever since
