import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { MovableClock } from '../engine/clock.ts'
import type { Chance } from './chance.ts'
import type { Clients } from './client.ts'
import type { Meet, Person } from './people.ts'

export interface Book {
  readonly id: number
  readonly people: readonly Person[]
}

/** What everything in the demo is done with. */
export interface Demo {
  readonly app: App
  readonly clock: MovableClock
  readonly clients: Clients
  readonly chance: Chance
  readonly meet: Meet
  /** What the carrier was given for a number last, as its owner reads it. */
  readText(phone: string): string
  /** Where callbacks are taken, without a slash at its end. */
  readonly receiver: string
}

/** What workers take things from that are due. */
const workTables = [
  'sms_batches',
  'contact_imports',
  'webhook_events',
  'airtime_transfers',
  'chat_messages',
  'inbound_messages',
  'checkout_sessions',
]
const settleSecondsMax = 300
const lookEveryMs = 5
/** Who has not been woken for what there is to do by then. */
const wakeAfterMs = 5_000

/**
 * Lets time pass. All carriers know by themselves; of the workers only those are woken that may have something to do.
 */
export function passTime(
  { app, clock }: Pick<Demo, 'app' | 'clock'>,
  milliseconds: number,
  topics: readonly string[],
): void {
  clock.moveForward(Math.max(0, milliseconds))
  for (const topic of topics) app.sms.work.wake(topic)
}

/** Waits until everything is done that is due: time must not go on over it. */
export async function settle({ app, clock }: Pick<Demo, 'app' | 'clock'>): Promise<void> {
  const due = sql.join(
    workTables.map((table) => sql`exists (select from ${sql.table(table)} where due_at <= ${clock.now()})`),
    sql` or `,
  )
  const end = performance.now() + settleSecondsMax * 1_000
  let wakeAt = performance.now() + wakeAfterMs
  for (;;) {
    await app.sms.progress.idle()
    const { rows } = await sql<{ busy: boolean }>`select ${due} as busy`.execute(app.sms.db)
    if (rows[0]?.busy !== true) return
    if (performance.now() > end)
      throw new Error(`the demo waited ${settleSecondsMax} s in vain for its messages to be sent`)
    if (performance.now() > wakeAt) {
      app.sms.work.wake()
      wakeAt = performance.now() + wakeAfterMs
    }
    await sleep(lookEveryMs)
  }
}

/** Keeps what the simulated network was given last for every number: that is how PINs come to be typed in. */
export function listenIn({ sms: { routing } }: App): Demo['readText'] {
  const texts = new Map<string, string>()
  const carrier = routing.find('simulator')
  if (!carrier) throw new Error('the demo needs the simulated network')
  const submit = carrier.submit.bind(carrier)
  carrier.submit = (submission) => {
    texts.set(submission.phone, submission.parts.join(''))
    return submit(submission)
  }
  return (phone) => texts.get(phone) ?? ''
}
