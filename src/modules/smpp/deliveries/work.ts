import { sql } from 'kysely'
import type { Fields } from '../../../engine/smpp/pdu.ts'
import { again, done, type Outcome, type Work } from '../../../engine/work/index.ts'
import { reportsTopic } from '../../sms/index.ts'
import { credentialIdOf, type SmppCredential } from '../model.ts'
import { leaseSeconds } from './attempt.ts'
import type { BindSenders } from './bind-senders.ts'
import type { DeliveryOwners } from './delivery-owners.ts'
import { deliveriesOf } from './message.ts'
import { receiptsOf } from './receipt.ts'
import { inOrder, type MessageRow, messageColumns, type ReportRow, reportColumns } from './store.ts'

/** Deliveries that this process has in memory: waiting for a place in a window, for an answer, or for being deleted. */
const concurrency = 4_000
export const deliveryDays = 3
const dayMs = 86_400_000

export const messagesTopic = 'smpp_messages'

type DeliveryRow = Omit<MessageRow, 'message'>

/** A new value of `answered`, after an attempt in which the customer took some of several PDUs. */
type Answered = string

interface Sending {
  readonly senders: BindSenders
  readonly owners: Pick<DeliveryOwners, 'isCurrent'>
}

interface Kind<Row extends DeliveryRow>
  extends Pick<Work<Row, Answered>, 'name' | 'table' | 'topic' | 'columns' | 'only'> {
  /** No PDUs for a row whose message was removed. */
  write(row: Row, credential: SmppCredential): readonly Fields[]
}

/**
 * Delivers rows to the binds that customers have with this process. A row keeps its place until it is deleted, so after
 * a crash at most the windows of the binds are delivered twice. A row that could not be sent keeps its due time, and
 * with it its position.
 */
function deliverWork<Row extends DeliveryRow>(
  { senders, owners }: Sending,
  { write, ...kind }: Kind<Row>,
): Work<Row, Answered> {
  return {
    ...kind,
    key: 'submitter',
    order: inOrder,
    tie: 'created_at',
    keepsOrder: true,
    concurrency,
    // Customers of other processes have no places.
    concurrencyPerKey: 0,
    placesByKey: () => senders.places,
    placeUntilStored: true,
    leaseSeconds,
    ready: () => senders.places.size > 0 && owners.isCurrent(),
    // The time of a retry is in its outcome, because later deliveries of the number wait for it.
    retryAfterSeconds: [0],
    retryUntil: ({ createdAt }) => new Date(createdAt.getTime() + deliveryDays * dayMs),
    finished: 'delete',
    callsCustomers: true,
    async run(row, lease): Promise<Outcome<Answered>> {
      const { id, submitter, phone, createdAt, due, attempts, answered } = row
      const credentialId = credentialIdOf(submitter)
      const bind = senders.bindOf(credentialId)
      if (bind === null) return again(due)
      const pdus = write(row, bind.credential)
      const { table } = kind
      const about = { credentialId, table, id, phone, createdAt, due, attempts, answered }
      const result = await senders.deliver({ ...about, pdus, lease })
      if (result.kind === 'done') return done()
      if (result.kind !== 'refused') return again(result.kind === 'held' ? result.until : due)
      const note = result.answered === null ? {} : { note: result.answered }
      return { kind: 'failed', why: 'the customer did not acknowledge it', notBefore: result.until, ...note }
    },
    record: (values) => ({
      columns: [['answered', 'text', values]],
      set: sql`answered = coalesce(held.answered, w.answered)`,
    }),
    async giveUp() {},
  }
}

export const reportWork = (sending: Sending): Work<ReportRow, Answered> =>
  deliverWork(sending, {
    name: 'smpp receipts',
    table: 'sms_reports',
    topic: reportsTopic('smpp'),
    columns: reportColumns,
    only: sql`w.kind = 'smpp'`,
    write({ request, ...report }, credential) {
      if (request === null) return []
      const { detail, acceptedAt, text } = request
      return receiptsOf({ ...report, detail, acceptedAt: new Date(acceptedAt), text }, credential)
    },
  })

export const messageWork = (sending: Sending): Work<MessageRow, Answered> =>
  deliverWork(sending, {
    name: 'smpp incoming messages',
    table: 'smpp_messages',
    topic: messagesTopic,
    columns: messageColumns,
    write: ({ message, phone }, credential) =>
      message === null ? [] : deliveriesOf({ ...message, phone }, credential.alphabet),
  })
