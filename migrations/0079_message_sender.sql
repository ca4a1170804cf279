-- The sender of the request, for counting. Null for messages that were accepted before this column existed and were already final.
alter table sms_messages add column sender text;

update sms_messages m
   set sender = r.sender
  from sms_expiries e, sms_requests r
 where m.id between e.first_message_id and e.last_message_id
   and m.status = 'PENDING'
   and r.id = m.request_id;
