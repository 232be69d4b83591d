-- A form that is sent twice gives one order.

alter table table_order add column form text unique;
