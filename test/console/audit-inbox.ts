/** Audited changes of the shared inbox. */
import { conversationWith } from '../inbox.ts'
import type { ProductsStage, Walk } from './audit-walk.ts'

type InboxStage = Pick<ProductsStage, 'world' | 'accountId' | 'owner' | 'text'>

export async function walkInbox(walk: Walk, { world, accountId, owner, text }: InboxStage): Promise<void> {
  const pattern = '/accounts/:account/conversations'
  const path = `/accounts/${accountId}/conversations`
  const conversation = String(await conversationWith(world, accountId))
  const params = { account: String(accountId), conversation }
  const change = { status: 'closed', assigneeId: owner.id }
  await walk(owner, 'PUT', `${pattern}/:conversation`, `${path}/${conversation}`, change, {
    ...{ action: 'conversation.change', status: 200, params, detail: change },
  })
  await walk(
    owner,
    'POST',
    `${pattern}/:conversation/notes`,
    `${path}/${conversation}/notes`,
    { text },
    {
      ...{ action: 'conversation.note', status: 201, params, detail: null },
    },
  )
  await walk(
    owner,
    'POST',
    `${pattern}/:conversation/replies`,
    `${path}/${conversation}/replies`,
    { text },
    {
      ...{ action: 'conversation.reply', status: 201, params, detail: {} },
    },
  )
  await walk(
    owner,
    'POST',
    pattern,
    path,
    { phone: '255712000114', text },
    {
      ...{ action: 'conversation.start', status: 201, detail: {} },
    },
  )
}
