import { randomUUID } from 'node:crypto'
import { refuse } from '../../../values/refusal.ts'
import type { PersonQuery } from '../../table-data/index.ts'
import type { ErasureContext } from './context.ts'
import { appendErasure, type ErasureEntry, erasuresPath } from './erasures-file.ts'
import { countUnfinished, type Erasure, findActive, hashPhone, insertErasure, readDatabaseTime } from './store.ts'

export const erasuresTopic = 'erasures'

/** Other processes store the requests that they have in memory within this time. The embedded database has one process. */
const othersWriteMs = 2_000

/** Unfinished erasures of one account: each reads the whole database. Operators have no limit. */
const unfinishedMax = 20

/**
 * Starts to erase a person. The erasure is in the file outside the database first, so that a restored backup cannot
 * bring the data back. Returns the running one if there is one.
 */
export async function requestErasure(ctx: ErasureContext, query: PersonQuery, requestedBy: string): Promise<Erasure> {
  const { accountId, phone } = query
  const phoneHash = hashPhone(ctx, phone)
  const running = await findActive(ctx.db, accountId, phoneHash)
  if (running !== null) return running
  if (accountId !== null && (await countUnfinished(ctx.db, accountId)) >= unfinishedMax)
    throw refuse('too_many_erasures', {
      hint: `at most ${unfinishedMax} erasures of an account can be unfinished: wait until one is done`,
    })
  const entry = { id: randomUUID(), time: await readDatabaseTime(ctx.db), accountId, phone, requestedBy }
  await append(ctx, entry)
  const now = ctx.clock.now()
  const dueAt = new Date(now.getTime() + (ctx.config.databaseUrl === null ? 0 : othersWriteMs))
  const erasure = (await insertErasure(ctx, entry, now, dueAt)) ?? (await findActive(ctx.db, accountId, phoneHash))
  // Another request inserted it, and it is already finished.
  if (erasure === null) return requestErasure(ctx, query, requestedBy)
  ctx.work.announce(erasuresTopic)
  return erasure
}

async function append(ctx: ErasureContext, entry: ErasureEntry): Promise<void> {
  const path = erasuresPath(ctx.config)
  try {
    await appendErasure(path, ctx.secrets, entry)
  } catch (error) {
    ctx.log.error({ err: error, path }, 'cannot write the erasures file')
    throw refuse('erasures_file_not_writable', {
      hint: 'nothing was erased, because a restored backup would bring the data back: the operator must check NGOMA_ERASURES_FILE',
      reason: `${path}: ${(error as Error).message}`,
    })
  }
}
