import type { Logger } from 'pino'
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { createClock } from '../engine/clock.ts'
import type { Database } from '../engine/db/index.ts'
import { listMoments, startOf } from './calendar.ts'
import { createChance } from './chance.ts'
import { openClients } from './client.ts'
import { leaveOpen } from './closing.ts'
import { type Demo, listenIn, settle } from './demo.ts'
import { makeShop, openShop } from './opening.ts'
import { createMeet } from './people.ts'
import { openReceiver } from './receiver.ts'
import { passHour, type Trade } from './traffic.ts'

const seed = 2_554

export interface FillOptions {
  readonly config: Config
  /** Empty. It is closed at the end. */
  readonly db: Database
  readonly log: Logger
  readonly days: number
  onProgress(done: number, total: number): void
}

/**
 * Fills a database with a month of business, by doing it: the whole program runs on a clock that begins days ago, and
 * everything goes in through its routes. So whatever it keeps fits together, as it does after a real month. Resolves
 * with the port where the shop took callbacks.
 */
export async function fillDemo({ config: settings, db, log, days, onProgress }: FillOptions): Promise<number> {
  // Time is not what it seems, so nothing may be refused for having waited; and the receiver is on this machine.
  const config: Config = {
    ...settings,
    queueAgeSeconds: 0,
    requestsPerSecond: 0,
    messagesPerDay: 0,
    simulatorDelayMs: 2_000,
    callbackLoopback: true,
  }
  const chance = createChance(seed)
  const start = startOf(new Date(), days)
  const clock = createClock(start)
  const receiver = await openReceiver(0)
  try {
    await makeShop(db, config, clock.now())
    const app = await openApp({ config, db, clock, log, eagerWork: false })
    try {
      await app.start()
      await app.http.ready()
      const demo: Demo = {
        app,
        clock,
        clients: await openClients(app),
        chance,
        meet: createMeet(chance),
        readText: listenIn(app),
        receiver: receiver.url,
      }
      await fill(demo, start, onProgress)
      return Number(new URL(receiver.url).port)
    } finally {
      await app.close()
    }
  } finally {
    await receiver.close()
  }
}

async function fill(demo: Demo, start: Date, onProgress: FillOptions['onProgress']): Promise<void> {
  const { clock, chance } = demo
  const opened = await openShop(demo)
  const customers = [
    ...new Map(opened.books.flatMap(({ people }) => people).map((person) => [person.phone, person])).values(),
  ]
  const trade: Trade = { demo, ...opened, customers, order: 4_210, campaign: 0 }
  const moments = listMoments(start, new Date(), chance)
  for (const [index, moment] of moments.entries()) {
    onProgress(index, moments.length)
    await passHour(trade, moment)
  }
  // From here on it is as late as everywhere.
  clock.moveForward(Math.max(0, Date.now() - clock.now().getTime()))
  demo.app.sms.work.wake()
  await settle(demo)
  await leaveOpen(demo, opened.books)
  await settle(demo)
}
