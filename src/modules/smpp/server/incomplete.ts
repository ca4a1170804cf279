import { columnsOf, type Queryable, type RowOf, type Tx } from '../../../engine/db/index.ts'
import { findAnswer } from '../../../engine/http/index.ts'
import { done, type Work, type WorkRow } from '../../../engine/work/index.ts'
import { type Accepted, type SmsContext, storeUnsent } from '../../sms/index.ts'
import { joinKey } from './parts.ts'
import { endGathering, listParts } from './store-parts.ts'

const gatheringColumns = columnsOf(
  { w: 'smpp_gatherings' },
  {
    accountId: 'w.account_id',
    credentialId: 'w.credential_id',
    source: 'w.source',
    phone: 'w.phone',
    createdAt: 'w.created_at',
  },
)
type GatheringRow = WorkRow & RowOf<typeof gatheringColumns>

/** Ends a long message whose parts did not arrive in time. Parts that asked for receipts get failures. */
export function incompleteSubmitWork(ctx: SmsContext): Work<GatheringRow> {
  return {
    name: 'smpp parts',
    table: 'smpp_gatherings',
    columns: gatheringColumns,
    key: 'credential_id',
    concurrency: 4,
    concurrencyPerKey: 2,
    retryAfterSeconds: [10, 60, 600],
    retryUntil: () => new Date(8.64e15),
    finished: 'keep',
    async run(row) {
      const requestId = await findJoined(ctx.db, row, ctx.clock.now())
      const id = requestId ?? (await ctx.requestIds.take(1))
      return done(async (tx) => {
        if (requestId === null) await fail(ctx, tx, row, id)
        await endGathering(tx, row.id, id)
      })
    },
    /** Never called: retries do not end. */
    async giveUp() {},
  }
}

/** The request of a message that was joined by a process that died before it could note it. */
async function findJoined(db: Queryable, { id, accountId }: GatheringRow, now: Date): Promise<number | null> {
  const parts = await listParts(db, id)
  if (parts.length === 0) return null
  const accepted = (await findAnswer(db, joinKey(accountId, id, parts), now)) as Accepted | null
  return accepted !== null && accepted.valid > 0 ? accepted.requestId : null
}

async function fail(ctx: SmsContext, tx: Tx, row: GatheringRow, id: number): Promise<void> {
  const parts = await listParts(tx, row.id)
  const [first] = parts
  if (first === undefined) return
  const { source, serviceType, reference } = first.head
  await storeUnsent(ctx, tx, {
    id,
    accountId: row.accountId,
    sender: row.source,
    phone: row.phone,
    reason: 'incomplete',
    submittedAt: row.createdAt,
    origin: {
      kind: 'smpp',
      id: row.credentialId,
      reports: parts.reduce((sum, { head: { reports } }) => sum | reports, 0),
      detail: {
        source,
        destinations: [{ ton: 1, npi: 1, address: row.phone }],
        serviceType,
        ...(reference === null ? {} : { reference }),
        parts: parts.map(({ id: partId, head: { reports } }) => ({ id: partId, reports })),
      },
    },
  })
}
