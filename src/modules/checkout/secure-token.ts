import { createHmac } from 'node:crypto'
import type { SealedColumn, Secrets } from '../../engine/secrets/index.ts'
import type { Session } from './store.ts'

type Named = Pick<Session, 'accountId' | 'transactionId'>

const use = 'checkout token'
const boundTo = ({ accountId, transactionId }: Named) => JSON.stringify([accountId, transactionId])

/** It proves to the client that a callback is ours, so it is kept encrypted, and for this session alone. */
export const sealToken = (secrets: Secrets, session: Named, token: string | null) =>
  token === null ? null : secrets.seal(use, token, boundTo(session))

/** By what a repeated request is compared when the token itself is gone. */
export const hashToken = (secrets: Pick<Secrets, 'key'>, session: Named, token: string | null) =>
  token === null
    ? null
    : createHmac('sha256', secrets.key('checkout token hash'))
        .update(JSON.stringify([boundTo(session), token]))
        .digest()

/** Null when there is none, or it can't be read. */
export const readToken = (secrets: Secrets, session: Named & Pick<Session, 'secureToken'>) =>
  session.secureToken === null ? null : secrets.read(use, session.secureToken, boundTo(session))

/** They belong to clients, and are forgotten when a session ends. */
export const sealedTokens: readonly SealedColumn[] = [
  {
    table: 'checkout_sessions',
    column: 'secure_token',
    key: 'id',
    keyType: 'bigint',
    use,
    reads: ['account_id', 'transaction_id'],
    bound: ({ account_id, transaction_id }) =>
      boundTo({ accountId: Number(account_id), transactionId: String(transaction_id) }),
    examined: null,
  },
]
