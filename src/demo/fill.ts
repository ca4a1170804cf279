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
import { createShop, setUpShop, shop } from './setup.ts'
import { type DemoContext, passHour } from './traffic.ts'
import { addWhatsApp, type StartWhatsApp } from './whatsapp.ts'

const seed = 2_554

export interface FillOptions {
  readonly config: Config
  /** An empty database. It is closed at the end. */
  readonly db: Database
  readonly log: Logger
  readonly days: number
  readonly startWhatsApp: StartWhatsApp
  onProgress(done: number, total: number): void
}

/** The ports of the servers that belong to the demo; 0 without one. */
export interface DemoPorts {
  readonly receiver: number
  readonly whatsapp: number
}

/**
 * Fills a database with sample traffic. The whole program runs on a clock that starts days ago, and all data goes in
 * through its API, so the data is as consistent as after real use. Resolves with the ports of the other servers of the demo.
 */
export async function fillDemo(options: FillOptions): Promise<DemoPorts> {
  const { config: settings, db, log, days, startWhatsApp, onProgress } = options
  // The clock jumps, so the limits on queue age and rates are off. The callback receiver is on this machine.
  const config: Config = {
    ...settings,
    queueAgeSeconds: 0,
    requestsPerSecond: 0,
    readsPerSecond: 0,
    messagesPerDay: 0,
    simulatorDelayMs: 2_000,
    callbackLoopback: true,
  }
  const chance = createChance(seed)
  const start = startOf(new Date(), days)
  const clock = createClock(start)
  const receiver = await openReceiver(0)
  const whatsapp = await startWhatsApp({ port: 0, now: () => clock.now(), replies: false })
  try {
    await createShop(db, config, clock.now())
    const app = await openApp({ config, db, clock, log, eagerWork: false })
    try {
      await app.start()
      const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
      const demo: Demo = {
        app,
        clock,
        clients: await openClients(app),
        chance,
        makePeople: createPeople(chance),
        readText: recordTexts(app),
        receiver: receiver.url,
        whatsapp,
      }
      await addWhatsApp(demo.clients.operator, whatsapp, address, shop.account)
      await fill(demo, start, onProgress)
      const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port)
      return { receiver: portOf(receiver), whatsapp: portOf(whatsapp) }
    } finally {
      await app.close()
    }
  } finally {
    await whatsapp.close()
    await receiver.close()
  }
}

async function fill(demo: Demo, start: Date, onProgress: FillOptions['onProgress']): Promise<void> {
  const { clock, chance } = demo
  const opened = await setUpShop(demo)
  const people = opened.books.flatMap((book) => book.people)
  const customers = [...new Map(people.map((person) => [person.phone, person])).values()]
  const demoContext: DemoContext = { demo, ...opened, customers, order: 4_210, campaign: 0 }
  const moments = listMoments(start, new Date(), chance)
  for (const [index, moment] of moments.entries()) {
    onProgress(index, moments.length)
    await passHour(demoContext, moment)
  }
  // From here on, the clock shows the real time.
  clock.moveForward(Math.max(0, Date.now() - clock.now().getTime()))
  demo.app.sms.work.wake()
  await settle(demo)
  await addPendingWork(demo, opened.books)
  await settle(demo)
}
