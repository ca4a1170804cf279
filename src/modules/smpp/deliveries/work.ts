import { sql } from 'kysely'
import type { Fields } from '../../../engine/smpp/pdu.ts'
import { again, done, failed, type Outcome, type Work, type WorkRow } from '../../../engine/work/index.ts'
import type { Clock } from '../../../values/time.ts'
import { reportsTopic } from '../../sms/index.ts'
import { credentialIdOf, type SmppCredential } from '../model.ts'
import { deliveriesOf } from './message.ts'
import type { Outlets } from './outlets.ts'
import { receiptsOf } from './receipt.ts'
import { isFirstOfPhone, type MessageRow, messageColumns, type ReportRow, reportColumns } from './store.ts'

/** Deliveries that this process has in memory: waiting for a place in a window, for an answer, or for being deleted. */
const concurrency = 4_000
/** Short, because customers of a killed process bind to another one at once. */
const leaseSeconds = 5
export const deliveryDays = 3
const dayMs = 86_400_000

export const messagesTopic = 'smpp_messages'

interface DeliveryRow extends WorkRow {
  readonly submitter: string
  readonly createdAt: Date
}

interface Kind<Row extends DeliveryRow> extends Pick<Work<Row>, 'name' | 'table' | 'topic' | 'columns' | 'only'> {
  readonly table: string
  /** No PDUs for a row whose message was removed. */
  write(row: Row, credential: SmppCredential): readonly Fields[]
}

/**
 * Delivers rows to the binds that customers have with this process. A row keeps its place until it is deleted, so after
 * a crash at most the windows of the binds are delivered twice.
 */
function deliverWork<Row extends DeliveryRow>(
  { clock }: { readonly clock: Clock },
  outlets: Outlets,
  { write, ...kind }: Kind<Row>,
): Work<Row> {
  return {
    ...kind,
    key: 'submitter',
    unblocked: isFirstOfPhone(kind.table),
    concurrency,
    // Customers without a bind here have no places.
    concurrencyPerKey: 0,
    placesByKey: () => outlets.places,
    placeUntilStored: true,
    leaseSeconds,
    ready: () => outlets.places.size > 0,
    retryAfterSeconds: [1, 5, 15, 60, 300, 900, 1_800, 3_600],
    retryJitter: 0.2,
    retryUntil: ({ createdAt }) => new Date(createdAt.getTime() + deliveryDays * dayMs),
    finished: 'delete',
    async run(row, lease): Promise<Outcome> {
      const credentialId = credentialIdOf(row.submitter)
      const bind = outlets.bindOf(credentialId)
      if (bind === null) return again(clock.now())
      const result = await outlets.deliver(credentialId, write(row, bind.credential), lease)
      if (result === 'gone') return again(clock.now())
      return result === 'refused' ? failed('the customer did not acknowledge it') : done()
    },
    async giveUp() {},
  }
}

export const reportWork = (ctx: { readonly clock: Clock }, outlets: Outlets): Work<ReportRow> =>
  deliverWork(ctx, outlets, {
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

export const messageWork = (ctx: { readonly clock: Clock }, outlets: Outlets): Work<MessageRow> =>
  deliverWork(ctx, outlets, {
    name: 'smpp incoming messages',
    table: 'smpp_messages',
    topic: messagesTopic,
    columns: messageColumns,
    write: ({ message, phone }) => (message === null ? [] : deliveriesOf({ ...message, phone })),
  })
