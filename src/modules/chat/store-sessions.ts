import { run, type Tx } from '../../engine/db/index.ts'
import { formatMoney, type Money } from '../../values/money.ts'

/** A message that opens a session unless one is open. */
export interface Opening {
  readonly accountId: number
  readonly conversationId: number
  readonly messageId: number
  readonly at: Date
}

/**
 * False when the conversation has an open session: the person wrote, or another message opened it, after `since`. The
 * where clause is the only guard, so that of two concurrent messages one opens the session.
 */
export function markSessionOpened(
  tx: Tx,
  { accountId, conversationId, messageId, at }: Opening,
  price: Money,
  since: Date,
): Promise<boolean> {
  return run.hasRows(tx)`
    with opened as (
      update conversations
         set session_at = ${at}
       where id = ${conversationId}
         and account_id = ${accountId}
         and coalesce(greatest(received_at, session_at) <= ${since}, true)
      returning id
    )
    update chat_messages m
       set session_price = ${formatMoney(price)}
      from opened o
     where m.id = ${messageId}
       and m.account_id = ${accountId}
       and m.conversation_id = o.id
    returning m.id
  `
}
