-- A delivery receipt whose error code the settings of the carrier mark for a retry makes its message due again.

-- Messages of this batch were accepted by the carrier before, and were not delivered.
alter table sms_batches add column again boolean not null default false;

-- A receipt with this reference said at this time, for this reason, that the message was not delivered, and the message
-- became due again.
alter table sms_references add column failed_at timestamptz;
alter table sms_references add column failed_reason text;
-- When the carrier accepted the message once more; null for its first submit, whose time the message has.
alter table sms_references add column again_at timestamptz;

-- Whether the settings of the carrier marked the receipt for a retry when it arrived.
alter table sms_receipts add column retry boolean;
