import { sql } from 'kysely'
import { dataOf, unsearched } from '../table-data/index.ts'

/** Deliveries to customers about a person. An erasure deletes them, so the customer does not get them any more. */
const reports = dataOf('sms_reports', {
  person: {
    name: 'submitter-reports',
    show: ['account_id', 'request_id', 'phone', 'event', 'reason', 'happened_at'],
  },
  unsearched: ['phone'],
})

const messages = dataOf('smpp_messages', {
  person: { name: 'smpp-messages', show: ['account_id', 'phone', 'inbound_id', 'created_at'] },
  unsearched: ['phone'],
})

/** Long messages whose parts are still arriving, and the numbers of those that were joined. */
const partialMessages = dataOf('smpp_gatherings', {
  pending: sql`t.due_at is not null`,
  person: { name: 'smpp-parts', show: ['account_id', 'phone', 'source', 'created_at'] },
  unsearched: ['phone', 'source'],
})

const parts = dataOf('smpp_parts', {
  owner: sql`(select o.account_id from smpp_gatherings o where o.id = t.gathering_id)`,
})

export const data = [reports, messages, partialMessages, parts, ...unsearched('smpp_binds')]
