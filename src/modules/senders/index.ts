import type { Context } from '../../context.ts'
import type { PrepareAccount } from '../accounts/index.ts'
import { invalidSenderFormat } from './errors.ts'
import { parseSender } from './rules.ts'
import { insertSender, markDecided } from './store.ts'

export { isSenderShape } from './rules.ts'
export {
  countPending,
  findStandings,
  insertSender,
  listActiveSenders,
  listAllSenders,
  listOpenSenders,
  type SenderKey,
  type Standing,
  selectInactive,
} from './store.ts'

/** Every new account has this sender ID. */
export const firstSender = 'INFO'

/**
 * Creates the first sender ID of a new account, and approves the one that the operator names. Outside staging no other
 * is active: regulators require that every name is registered.
 */
export const prepareSenders =
  ({ staging }: Pick<Context['config'], 'staging'>): PrepareAccount =>
  async (tx, accountId, now, approved) => {
    const status = staging ? 'active' : 'pending'
    const first = { sender: firstSender, sampleContent: 'Hello from Ngoma', status } as const
    const inserted = await insertSender(tx, accountId, first, now)
    if (approved === null) return
    const sender = parseSender(approved)
    if (sender === null) throw invalidSenderFormat()
    const named =
      sender === firstSender
        ? inserted
        : await insertSender(tx, accountId, { sender, sampleContent: '', status: 'pending' }, now)
    if (named?.status === 'pending')
      await markDecided(tx, { accountId, id: named.id, from: 'pending', to: 'active', reason: null }, now)
  }
