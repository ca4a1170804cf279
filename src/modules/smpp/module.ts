import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Core, Module } from '../../module.ts'
import type { Events } from '../events/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { smppConsole } from './console.ts'
import { openAuthenticator } from './credentials/authenticator.ts'
import { data } from './data.ts'
import type { DeliveryOwners } from './deliveries/delivery-owners.ts'
import { startDeliveries } from './deliveries/start.ts'
import { deleteOld } from './deliveries/store.ts'
import { deliveryDays } from './deliveries/work.ts'
import type { Authenticator } from './model.ts'
import { incompleteSubmitWork } from './server/incomplete.ts'
import { openSmppServer, type SmppServer } from './server/server.ts'
import { deletePartialMessages } from './server/store-parts.ts'

interface Opened {
  readonly authenticator: Authenticator
  readonly smpp: SmppServer
  /** Null until they are started. */
  readonly delivering: { deliveries: DeliveryOwners | null }
}

interface Needed extends Core {
  readonly events: Events
  readonly sms: SmsContext
}

export const smpp = {
  name: 'smpp',
  async open({ ctx, events, rates, sms }: Needed): Promise<Opened> {
    const authenticator = openAuthenticator({ ...ctx, events, rates })
    const smpp = await openSmppServer({ ...sms, authenticator, rates })
    return { authenticator, smpp, delivering: { deliveries: null } }
  },
  start({ ctx, hasBinds, smpp, delivering }: Core & Opened) {
    if (hasBinds) delivering.deliveries = startDeliveries(ctx, smpp.binds)
  },
  stop: ({ delivering }: Opened) => delivering.deliveries?.stop(),
  close: ({ authenticator }: Opened) => authenticator.stop(),
  jobs: ({ ctx, sms }: Needed) => ({
    work: [incompleteSubmitWork(sms)],
    tasks: [forgetParts(ctx), forgetDeliveries(ctx)],
  }),
  routes: ({ ctx }: Core, scope) => smppConsole(scope, ctx),
  data,
} satisfies Module

/** Deliveries to customers who do not bind any more. */
export const forgetDeliveries = ({ db, clock }: Pick<Context, 'db' | 'clock'>) => ({
  name: 'smpp: forget old deliveries',
  everySeconds: 3_600,
  async run() {
    const before = new Date(clock.now().getTime() - deliveryDays * dayMs)
    const hasMore = [
      await deleteOld(db, { table: 'sms_reports', only: sql`w.kind = 'smpp'` }, before),
      await deleteOld(db, { table: 'smpp_messages' }, before),
    ]
    return hasMore.includes(true) ? ('unfinished' as const) : undefined
  },
})

const dayMs = 86_400_000
/** Customers can query and cancel a long message by the ids of its parts for so long. */
const keptMs = 3 * dayMs
/** The maximum of one statement, to keep lock times short. */
const deletedAtOnce = 1_000

const forgetParts = ({ db, clock }: Context) => ({
  name: 'smpp: forget parts',
  everySeconds: 3_600,
  async run() {
    const before = new Date(clock.now().getTime() - keptMs)
    while ((await deletePartialMessages(db, before, deletedAtOnce)) === deletedAtOnce);
  },
})
