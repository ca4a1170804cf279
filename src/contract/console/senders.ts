import { Sender } from '../account/senders.ts'
import { consoleResource, route } from '../route.ts'
import { objectOf, pagesOf } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** Includes the account, for operators. */
export type SenderOfAccount = Static<typeof SenderOfAccount>
export const SenderOfAccount = objectOf({
  ...Sender.properties,
  accountId: Type.Integer(),
  accountName: Type.String(),
})

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', description: 'shown to the customer' })

export const consoleSenders = consoleResource('senders', {
  listAll: route('GET /senders', 'operator', 'List the sender IDs of all accounts', {
    command: 'sender list --all',
    columns: 'accountId, accountName, id, sender, status, createdAt, sampleContent, reason',
    ...pagesOf(SenderOfAccount, 'sortBy', 'sortOrder', 'q', 'status'),
  }),
  approve: route('POST /accounts/:account/senders/:sender/approve', 'operator', 'Approve a sender ID', {
    does: 'sender.approve',
    answer: Sender,
  }),
  reject: route('POST /accounts/:account/senders/:sender/reject', 'operator', 'Reject a sender ID', {
    does: 'sender.reject',
    body: objectOf({ reason: Reason }),
    answer: Sender,
  }),
  deactivate: route('POST /accounts/:account/senders/:sender/deactivate', 'operator', 'Deactivate a sender ID', {
    does: 'sender.deactivate',
    body: objectOf({ reason: Type.Optional(Reason) }),
    answer: Sender,
  }),
})
