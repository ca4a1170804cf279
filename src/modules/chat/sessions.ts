import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf } from '../../engine/db/index.ts'
import { type Address, listChannels } from './channels.ts'
import type { ChatContext } from './context.ts'
import { sessionEnd } from './rules.ts'
import { findLastReceived } from './store.ts'

/** The end of the newest session of an account; null when none is open. */
export async function findSessionEnd(db: Queryable, accountId: number, now: Date): Promise<Date | null> {
  const receivedAt = await findLastReceived(db, accountId)
  const end = receivedAt === null ? null : sessionEnd(receivedAt)
  return end !== null && end > now ? end : null
}

/** The end of the session with a person, null when none is open, and whether only a template can be sent without one. */
export function sessionOf(
  ctx: Pick<ChatContext, 'channels' | 'clock'>,
  accountId: number,
  { receivedAt, ...address }: Address & { readonly receivedAt: Date | null },
): { readonly sessionUntil: Date | null; readonly needsTemplate: boolean } {
  const end = receivedAt === null ? null : sessionEnd(receivedAt)
  const sessionUntil = end !== null && end > ctx.clock.now() ? end : null
  const [best] = listChannels(ctx, accountId, address, { isSending: false })
  return { sessionUntil, needsTemplate: sessionUntil === null && best?.hasSessions === true }
}

const replyColumns = columnsOf(
  { c: 'chat_conversations' },
  { id: 'c.id', service: 'c.service', business: 'c.business', phone: 'c.phone', receivedAt: 'c.received_at' },
)

/** A conversation with a person. */
export interface ChatAddress extends Address {
  readonly phone: string
}

export interface ReplyState extends ChatAddress {
  readonly id: number
  readonly needsTemplate: boolean
}

/** How people on chat services can be answered. Conversations that were removed are left out. */
export async function listReplyStates(
  ctx: ChatContext,
  accountId: number,
  addresses: readonly ChatAddress[],
): Promise<ReplyState[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<RowOf<typeof replyColumns>>`
    select ${replyColumns}
      from unnest(${addresses.map(({ service }) => service)}::text[], ${addresses.map(({ business }) => business)}::text[],
                  ${addresses.map(({ phone }) => phone)}::text[]) as v(service, business, phone)
      join chat_conversations c
        on c.account_id = ${accountId} and c.service = v.service and c.business = v.business and c.phone = v.phone
  `.execute(ctx.db)
  return rows.map((row) => ({ ...row, needsTemplate: sessionOf(ctx, accountId, row).needsTemplate }))
}
