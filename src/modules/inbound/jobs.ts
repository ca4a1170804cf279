import { texts } from '../../catalogs/index.ts'
import { columnsOf, type RowOf } from '../../engine/db/index.ts'
import { done, type Jobs, type Work, type WorkRow } from '../../engine/work/index.ts'
import { findLanguage, listNamedAccounts } from '../accounts/index.ts'
import { cancelScheduledTo, type SmsContext, sendNotice } from '../sms/index.ts'
import { assignMessage, inboundTopic } from './receive.ts'
import { joinParts } from './rules.ts'
import { showWords } from './set-words.ts'
import { deleteIds } from './store.ts'
import { deletePartialMessages, listParts } from './store-parts.ts'

const partialMessageColumns = columnsOf({ w: 'inbound_gatherings' }, 'w.carrier, w.phone, w.number, w.total')
type PartialMessageRow = WorkRow & RowOf<typeof partialMessageColumns>

/** Passes on a long message whose remaining parts did not arrive in time. */
function incompleteMessageWork(ctx: SmsContext): Work<PartialMessageRow> {
  return {
    name: 'inbound parts',
    table: 'inbound_gatherings',
    columns: partialMessageColumns,
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
  'w.account_id, w.kind, w.phone, w.number, w.received_at, w.confirms',
).narrow<{ accountId: number }>()
type CommandRow = WorkRow & RowOf<typeof commandColumns>

/** A phone gets at most one reply to HELP or STOP in this time, because the account pays for each reply. */
const replyMs = 600_000

/** Account names may be long, and every segment costs. */
const namesLengthMax = 300

/**
 * Tells the person which accounts a STOP to a shared number was for. The account that wrote last pays, or the next one
 * that can. Messages of suspended accounts wait, so those do not pay.
 */
async function confirmStop(ctx: SmsContext, { phone, number, receivedAt }: CommandRow, accountIds: readonly number[]) {
  const byId = new Map((await listNamedAccounts(ctx.db, accountIds)).map((account) => [account.id, account]))
  const meant = accountIds.flatMap((id) => byId.get(id) ?? [])
  const names = meant.map((account) => account.name).join(', ')
  const accounts = names.length > namesLengthMax ? `${names.slice(0, namesLengthMax)}…` : names
  const name = `stop ${number} ${phone} ${Math.floor(receivedAt.getTime() / replyMs)}`
  let why = 'suspended'
  for (const { id: accountId, suspendedAt } of meant) {
    if (suspendedAt !== null) continue
    const { t, fill } = texts[await findLanguage(ctx, accountId)]
    const text = fill(t.stopReply, { accounts, number })
    const refused = await sendNotice(ctx, { accountId, phone, text, name, number, lane: 'pin' })
    if (refused === null || refused === 'phone_refused') return
    why = refused
  }
  ctx.log.info({ accounts: accountIds, number, why }, notReplied)
}

/** Not a failure of the work: the account can see that it has no credit or no sender ID. */
const notReplied = 'did not reply to STOP or HELP'

/**
 * Cancels the scheduled messages to a phone that sent STOP, and answers HELP and a STOP to several accounts. The reply
 * comes from the number that the person wrote to, when the account may use it as a sender ID.
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
    async run(row) {
      const { accountId, kind, phone, number, receivedAt } = row
      if (kind === 'stop') {
        // This may run late: keep messages that were scheduled after the person sent START again.
        await cancelScheduledTo(ctx, accountId, phone, receivedAt)
        if (row.confirms !== null) await confirmStop(ctx, row, row.confirms)
        return done()
      }
      const { helpReply } = await showWords(ctx, accountId)
      if (helpReply === '') return done()
      const name = `help ${number} ${phone} ${Math.floor(receivedAt.getTime() / replyMs)}`
      const why = await sendNotice(ctx, { accountId, phone, text: helpReply, name, number })
      if (why !== null && why !== 'phone_refused') ctx.log.info({ accounts: [accountId], number, why }, notReplied)
      return done()
    },
    /** Nothing to do: dispatch checks opt-outs again, so the scheduled messages are not sent either. */
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
      run: () => deletePartialMessages(ctx.db, new Date(ctx.clock.now().getTime() - keptMs)),
    },
    {
      name: 'inbound: forget ids of messages',
      everySeconds: 3_600,
      run: () => deleteIds(ctx.db, new Date(ctx.clock.now().getTime() - idsKeptMs)),
    },
  ],
})
