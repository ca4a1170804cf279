import type { Tx } from '../../engine/db/index.ts'
import { insertSender } from './store.ts'

export { sendersConsole } from './console.ts'
export { sendersRoutes } from './routes.ts'
export { isSenderShape } from './rules.ts'
export {
  countPending,
  findStandings,
  insertSender,
  listActiveSenders,
  listAllSenders,
  listOpenSenders,
  type SenderQuestion,
  type Standing,
  selectInactive,
} from './store.ts'

/** Every new account has this sender ID. */
export const firstSender = 'INFO'

/** Creates the first sender ID of a new account. */
export async function prepareSenders(tx: Tx, accountId: number, now: Date): Promise<void> {
  await insertSender(tx, accountId, { sender: firstSender, sampleContent: 'Hello from Ngoma', status: 'active' }, now)
}
