import { columnsOf, type RowOf } from '../../engine/db/index.ts'
import { done, failed, type Jobs, type Work, type WorkRow } from '../../engine/work/index.ts'
import { cancelScheduledTo, type SmsContext, sendNotice } from '../sms/index.ts'
import { assignMessage, inboundTopic } from './receive.ts'
import { joinParts } from './rules.ts'
import { showWords } from './set-words.ts'
import { deleteIds } from './store.ts'
import { deleteGatherings, listParts } from './store-parts.ts'

const gatheringColumns = columnsOf(
  { w: 'inbound_gatherings' },
  { carrier: 'w.carrier', phone: 'w.phone', number: 'w.number', total: 'w.total' },
)
type GatheringRow = WorkRow & RowOf<typeof gatheringColumns>

/** Passes on a long message whose remaining parts did not arrive in time. */
function incompleteMessageWork(ctx: SmsContext): Work<GatheringRow> {
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
        await assignMessage(ctx, tx, carrier, { from: phone, to: number, text: joinParts(parts, total) })
      })
    },
    /** Never called: retries do not end. */
    async giveUp() {},
  }
}

/** Only messages with an account are ever due. */
const commandColumns = columnsOf(
  { w: 'inbound_messages' },
  {
    accountId: 'w.account_id',
    kind: 'w.kind',
    phone: 'w.phone',
    number: 'w.number',
    receivedAt: 'w.received_at',
  },
).narrow<{ accountId: number }>()
type CommandRow = WorkRow & RowOf<typeof commandColumns>

/** A phone gets at most one HELP reply in this time, because the account pays for each reply. */
const helpMs = 600_000

/**
 * Cancels the scheduled messages to a phone that sent STOP, and answers HELP. The reply comes from the number that the
 * person wrote to, when the account may use it as a sender ID.
 */
function commandWork(ctx: SmsContext): Work<CommandRow> {
  return {
    name: 'inbound messages',
    table: 'inbound_messages',
    topic: inboundTopic,
    columns: commandColumns,
    key: 'account_id',
    concurrency: 8,
    concurrencyPerKey: 4,
    retryAfterSeconds: [5, 30, 300],
    finished: 'keep',
    async run({ accountId, kind, phone, number, receivedAt }) {
      if (kind === 'stop') {
        // This may run late: keep messages that were scheduled after the person sent START again.
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
     * Nothing to do: the account can see that it has no credit or no sender ID. Dispatch checks opt-outs again, so the
     * scheduled messages are not sent either.
     */
    async giveUp() {},
  }
}

const keptMs = 86_400_000
/** Longer than providers repeat a push. */
const idsKeptMs = 14 * 86_400_000

export const inboundJobs = (ctx: SmsContext): Jobs => ({
  work: [incompleteMessageWork(ctx), commandWork(ctx)],
  tasks: [
    {
      name: 'inbound: forget parts',
      everySeconds: 3_600,
      run: () => deleteGatherings(ctx.db, new Date(ctx.clock.now().getTime() - keptMs)),
    },
    {
      name: 'inbound: forget ids of messages',
      everySeconds: 3_600,
      run: () => deleteIds(ctx.db, new Date(ctx.clock.now().getTime() - idsKeptMs)),
    },
  ],
})
