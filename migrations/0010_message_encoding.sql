-- Set when a message has a text of its own, as sms_messages.text is: another name in it may need another encoding.
alter table sms_messages add column encoding text;
