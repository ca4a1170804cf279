-- The process that begins to deliver to a customer reads the waiting rows, which are due later than they were created.
create index sms_reports_waiting on sms_reports (submitter, due_at) where kind = 'smpp' and due_at > created_at;
create index smpp_messages_waiting on smpp_messages (submitter, due_at) where due_at > created_at;
