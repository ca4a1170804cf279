import { createHmac } from 'node:crypto'
import type { SealedColumn, Secrets } from '../../engine/secrets/index.ts'
import type { Session } from './store.ts'

type Named = Pick<Session, 'accountId' | 'transactionId'>

const use = 'checkout token'
const boundTo = ({ accountId, transactionId }: Named) => JSON.stringify([accountId, transactionId])

/** The token proves to the client that a callback is ours, so it is stored encrypted and bound to its session. */
export const sealToken = (secrets: Secrets, session: Named, token: string | null) =>
  token === null ? null : secrets.seal(use, token, boundTo(session))

/** Compares repeated requests after the token is deleted. */
export const hashToken = (secrets: Pick<Secrets, 'key'>, session: Named, token: string | null) =>
  token === null
    ? null
    : createHmac('sha256', secrets.key('checkout token hash'))
        .update(JSON.stringify([boundTo(session), token]))
        .digest()

/** Null when it is missing or cannot be decrypted. */
export const readToken = (secrets: Secrets, session: Named & Pick<Session, 'secureToken'>) =>
  session.secureToken === null ? null : secrets.read(use, session.secureToken, boundTo(session))

/** Tokens belong to clients, and are deleted when a session ends. */
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
