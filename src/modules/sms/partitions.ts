/** The rows of `id_blocks`, and the tables that are partitioned by their ids. The first table has the rows of the others. */

export const requestPartitions = {
  name: 'sms_requests',
  partitioned: ['sms_requests', 'sms_refused', 'sms_labels'],
} as const

export const messagePartitions = {
  name: 'sms_messages',
  partitioned: ['sms_messages', 'sms_references', 'sms_part_receipts'],
} as const
