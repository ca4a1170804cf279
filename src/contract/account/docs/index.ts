import type { accountApiRoutes } from '../index.ts'
import { campaignDocs } from './campaigns.ts'
import { contactFieldDocs, segmentDocs } from './contact-fields.ts'
import { consentDocs, contactDocs } from './contacts.ts'
import type { Docs } from './doc.ts'
import { inboundDocs, messageDocs, senderDocs, smsDocs, templateDocs } from './messages.ts'
import { accountDocs, airtimeDocs, balanceDocs, chatDocs, checkoutDocs, otpDocs, webhookDocs } from './products.ts'
import { conversationDocs, numberDocs, reportDocs } from './support.ts'

export { type Doc, topics } from './doc.ts'

/** The documentation of every route of the account API. */
export const routeDocs: Docs<typeof accountApiRoutes> = {
  ...accountDocs,
  ...airtimeDocs,
  ...balanceDocs,
  ...campaignDocs,
  ...chatDocs,
  ...checkoutDocs,
  ...consentDocs,
  ...contactDocs,
  ...contactFieldDocs,
  ...conversationDocs,
  ...inboundDocs,
  ...messageDocs,
  ...numberDocs,
  ...otpDocs,
  ...reportDocs,
  ...segmentDocs,
  ...senderDocs,
  ...smsDocs,
  ...templateDocs,
  ...webhookDocs,
}

/** Query parameters, by their names in TypeScript. */
export const parameterTexts: Readonly<Record<string, string>> = {
  cursor: '`next` of the previous page',
  limit: 'maximum number of items, from 1 to 1,000; by default 25',
  q: 'text to search for',
  sortBy: 'the field to sort by; by default the time of creation',
  sortOrder: '`asc` or `desc`; by default newest first, other fields ascending',
  from: 'only items from this time on, in ISO 8601 or as a date',
  to: 'only items before this time, in ISO 8601 or as a date',
  createdFrom: 'only items created from this time on, in ISO 8601 or as a date',
  createdTo: 'only items created until this time, in ISO 8601 or as a date',
  status: 'only items with this status',
  state: 'only items in this state',
  source: 'only items with this source',
  product: 'only items of this product, such as `SMS`',
  kind: 'only entries of this kind',
  prefix: 'only prices that apply to numbers with these first digits',
  book: 'only contacts in the address book with this id',
  again: '`true` includes messages that were already sent again',
  segment: 'only contacts of the segment with this id',
  names: '`split` full names into first and last name, or `keep` them as first name, the default',
  decimals:
    'the character before decimals in numbers: `point` or `comma` for all columns, or `Column:comma` for one; by default `comma` if semicolons separate the cells, otherwise `point`',
  outcome: 'only rows with this result',
  name: 'name of the file',
  map: '`Column:field`, once for each column that is mapped by hand; the field may be the key of a contact field, or `new:text`, `new:number` or `new:date`',
  number: 'only items with this number, in local or international form',
  phone: 'only messages to this number',
  request: 'only messages of the request with this id',
  campaign: 'only messages of this campaign',
  tag: 'only messages with this tag',
  reference: 'only messages with this reference',
  reason: 'only messages that ended with this reason',
  sender: 'only messages with this sender ID',
  event: 'only items for the event with this id',
  credential: 'only items of the key or token with this id',
}
