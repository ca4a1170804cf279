import type { Logger } from 'pino'
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { createClock } from '../engine/clock.ts'
import type { Database } from '../engine/db/index.ts'
import { listMoments, startOf } from './calendar.ts'
import { createChance } from './chance.ts'
import { openClients } from './client.ts'
import { type Demo, recordTexts, settle } from './demo.ts'
import { addPendingWork } from './pending.ts'
import { createPeople } from './people.ts'
import { openReceiver } from './receiver.ts'
import { createShop, setUpShop } from './setup.ts'
import { passHour, type Trade } from './traffic.ts'

const seed = 2_554

export interface FillOptions {
  readonly config: Config
  /** An empty database. It is closed at the end. */
  readonly db: Database
  readonly log: Logger
  readonly days: number
  onProgress(done: number, total: number): void
}

/**
 * Fills a database with sample traffic. The whole program runs on a clock that starts days ago, and all data goes in
 * through its API, so the data is as consistent as after real use. Resolves with the port that received the callbacks.
 */
export async function fillDemo({ config: settings, db, log, days, onProgress }: FillOptions): Promise<number> {
  // The clock jumps, so the limits on queue age and rates are off. The callback receiver is on this machine.
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
    await createShop(db, config, clock.now())
    const app = await openApp({ config, db, clock, log, eagerWork: false })
    try {
      await app.start()
      await app.http.ready()
      const demo: Demo = {
        app,
        clock,
        clients: await openClients(app),
        chance,
        makePeople: createPeople(chance),
        readText: recordTexts(app),
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
  const opened = await setUpShop(demo)
  const customers = [
    ...new Map(opened.books.flatMap(({ people }) => people).map((person) => [person.phone, person])).values(),
  ]
  const trade: Trade = { demo, ...opened, customers, order: 4_210, campaign: 0 }
  const moments = listMoments(start, new Date(), chance)
  for (const [index, moment] of moments.entries()) {
    onProgress(index, moments.length)
    await passHour(trade, moment)
  }
  // From here on, the clock shows the real time.
  clock.moveForward(Math.max(0, Date.now() - clock.now().getTime()))
  demo.app.sms.work.wake()
  await settle(demo)
  await addPendingWork(demo, opened.books)
  await settle(demo)
}
