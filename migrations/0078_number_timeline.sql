-- The timeline of one number.
create index chat_conversations_number on chat_conversations (account_id, phone);
create index airtime_transfers_phone on airtime_transfers (account_id, phone, id desc);
create index checkout_payments_phone on checkout_payments (account_id, phone, id desc) where phone is not null;
create index otp_pins_phone on otp_pins (account_id, phone, created_at desc, id desc);
