import { columnsOf, type RowOf } from '../../engine/db/index.ts'
import { done, failed, type Jobs, type Work, type WorkRow } from '../../engine/work/index.ts'
import { cancelScheduledTo, type SmsContext, sendNotice } from '../sms/index.ts'
import { inboundTopic, takeMessage } from './receive.ts'
import { joinParts } from './rules.ts'
import { showWords } from './set-words.ts'
import { deleteGatherings, listParts } from './store-parts.ts'

const gatheringColumns = columnsOf(
  { w: 'inbound_gatherings' },
  { carrier: 'w.carrier', phone: 'w.phone', number: 'w.number', total: 'w.total' },
)
type GatheringRow = WorkRow & RowOf<typeof gatheringColumns>

/** Passes on what is there of a long message when the rest has not come in time. */
function gatherWork(ctx: SmsContext): Work<GatheringRow> {
  return {
    name: 'inbound parts',
    table: 'inbound_gatherings',
    columns: gatheringColumns,
    key: 'carrier',
    concurrency: 4,
    concurrencyPerKey: 4,
    retryAfterSeconds: [10, 60, 600],
    retryUntil: () => new Date(8.64e15),
    finished: 'keep',
    async run({ id, carrier, phone, number, total }) {
      return done(async (tx) => {
        const parts = await listParts(tx, id)
        await takeMessage(ctx, tx, carrier, { from: phone, to: number, text: joinParts(parts, total) })
      })
    },
    /** Never reached: there is always another try. */
    async giveUp() {},
  }
}

/** Only messages of an account are ever due. */
const followedColumns = columnsOf(
  { w: 'inbound_messages' },
  {
    accountId: 'w.account_id',
    kind: 'w.kind',
    phone: 'w.phone',
    number: 'w.number',
    receivedAt: 'w.received_at',
  },
).narrow<{ accountId: number }>()
type FollowedRow = WorkRow & RowOf<typeof followedColumns>

/** Whoever asks for help again and again is answered once in this time: each answer is the account's money. */
const helpMs = 600_000

/**
 * Cancels what waits for who wants nothing any more; answers who asks for help, from the number that they wrote to
 * where the account may use it.
 */
function followWork(ctx: SmsContext): Work<FollowedRow> {
  return {
    name: 'inbound messages',
    table: 'inbound_messages',
    topic: inboundTopic,
    columns: followedColumns,
    key: 'account_id',
    concurrency: 8,
    concurrencyPerKey: 4,
    retryAfterSeconds: [5, 30, 300],
    finished: 'keep',
    async run({ accountId, kind, phone, number, receivedAt }) {
      if (kind === 'stop') {
        // It may come late to this: who has written START since, and was sent something then, gets it.
        await cancelScheduledTo(ctx, accountId, phone, receivedAt)
        return done()
      }
      const { helpReply } = await showWords(ctx, accountId)
      if (helpReply === '') return done()
      const name = `help ${number} ${phone} ${Math.floor(receivedAt.getTime() / helpMs)}`
      const why = await sendNotice(ctx, { accountId, phone, text: helpReply, name, sender: number })
      return why === null || why === 'phone_refused' ? done() : failed(why)
    },
    /**
     * Whoever owns the account can see that it has no credit, or no sender. What waits is not sent either: who opted
     * out is looked at again then.
     */
    async giveUp() {},
  }
}

const keptMs = 86_400_000

export const inboundJobs = (ctx: SmsContext): Jobs => ({
  work: [gatherWork(ctx), followWork(ctx)],
  tasks: [
    {
      name: 'inbound: forget parts',
      everySeconds: 3_600,
      run: () => deleteGatherings(ctx.db, new Date(ctx.clock.now().getTime() - keptMs)),
    },
  ],
})
