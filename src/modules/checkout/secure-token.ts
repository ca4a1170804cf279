import type { Secrets } from '../../engine/secrets/index.ts'
import type { Session } from './store.ts'

type Named = Pick<Session, 'accountId' | 'transactionId'>

const use = 'checkout token'
const boundTo = ({ accountId, transactionId }: Named) => JSON.stringify([accountId, transactionId])

/** It proves to the client that a callback is ours, so it is kept encrypted, and for this session alone. */
export const sealToken = (secrets: Secrets, session: Named, token: string | null) => (token === null ? null : secrets.seal(use, token, boundTo(session)))

export const openToken = (secrets: Secrets, session: Named & Pick<Session, 'secureToken'>) =>
  session.secureToken === null ? null : secrets.open(use, session.secureToken, boundTo(session))
