import type { Moment } from './calendar.ts'
import type { Clients } from './client.ts'
import { type Book, type Demo, passTime, settle } from './demo.ts'
import type { Person } from './people.ts'
import { type AccountPath, shop, shortNumber } from './setup.ts'
import {
  type Campaign,
  campaigns,
  chats,
  onTheWay,
  questions,
  readyToCollect,
  schoolNotices,
  stopWords,
} from './texts.ts'
import { businessOf } from './whatsapp.ts'

/** A later reaction of a person, such as entering a PIN. */
type FollowUp = () => Promise<void>
type Act = Promise<FollowUp | null>

/** The state of the simulation. */
export interface DemoContext {
  readonly demo: Demo
  readonly books: readonly Book[]
  readonly school: { readonly path: AccountPath; readonly book: Book }
  /** Customers who have not opted out. */
  readonly customers: Person[]
  order: number
  campaign: number
}

const none = async (): Act => null

/** Simulates an hour of traffic. Reactions follow a few seconds later on the demo clock. */
export async function passHour(demoContext: DemoContext, moment: Moment): Promise<void> {
  const { demo } = demoContext
  const { clock, chance } = demo
  passTime(demo, moment.at.getTime() - clock.now().getTime(), [
    'campaigns',
    'sms_batches',
    'checkout_sessions',
    'balance_reminders',
    ...(moment.daysLeft <= 1 ? ['webhook_events'] : []),
  ])
  if (moment.isFirstOfDay) await openDay(demoContext, moment)
  const followUps = await Promise.all(actsOf(demoContext, moment))
  await settle(demo)
  passTime(demo, chance.whole(9_000, 28_000), ['campaigns', 'sms_batches'])
  // Campaigns send in steps, some seconds apart.
  await settle(demo)
  for (const followUp of followUps) await followUp?.()
  await settle(demo)
}

function actsOf(demoContext: DemoContext, { hour, weekday, daysLeft, orders }: Moment): Act[] {
  const { chance } = demoContext.demo
  const isCampaignDay = [2, 4, 6].includes(weekday)
  return [
    ...confirmOrders(demoContext, orders),
    isCampaignDay && hour === 10 ? runCampaign(demoContext) : none(),
    chance.percent(orders * 5) ? askPin(demoContext, 2) : none(),
    chance.percent(orders * 2) ? askPin(demoContext, 1) : none(),
    chance.percent(30) ? openCheckout(demoContext) : none(),
    chance.percent(20) ? sendLoyaltyAirtime(demoContext) : none(),
    chance.percent(20) ? askQuestion(demoContext) : none(),
    weekday === 5 && hour === 14 ? writeToParents(demoContext) : none(),
    daysLeft <= 1 && hour >= 10 && hour <= 14 ? chat(demoContext, (hour - 10) / 2, daysLeft) : none(),
    daysLeft === 1 && hour === 16 ? pumpPins(demoContext) : none(),
  ]
}

/** Tops up low credit in the morning. */
async function openDay({ demo: { app, clients, receiver, chance } }: DemoContext, { daysLeft }: Moment): Promise<void> {
  app.sms.work.wake()
  const { data } = await clients.owner('GET /v2/balances', { path: shop })
  for (const [product, least, amount] of [
    ['SMS', 30_000, '60000'],
    ['AIRTIME', 9_000, '50000'],
  ] as const) {
    const { available = '0' } = data.find((one) => one.product === product) ?? {}
    const note = `M-Pesa ${chance.whole(10_000_000, 99_999_999)}`
    if (Number(available) >= least) continue
    await clients.operator('POST /accounts/:account/credit', { path: shop, body: { product, amount, note } })
  }
  if (daysLeft !== 1) return
  const endpoints = [
    { event: 'delivery-report', url: `${receiver}/delivery-report` },
    // Nothing listens on this port, so this endpoint fails.
    { event: 'chat', url: 'http://127.0.0.1:9/chat' },
  ] as const
  for (const body of endpoints) await clients.owner('POST /v2/webhooks', { path: shop, body })
}

const send = ({ shop }: Clients, sender: string, message: string, people: readonly Person[]) =>
  shop('POST /v1/send', {
    body: {
      source_addr: sender,
      message,
      encoding: 0,
      recipients: people.map(({ phone }, index) => ({ recipient_id: index + 1, dest_addr: phone })),
    },
  })

/** Two customers get a personal message each; the others share one request. */
function confirmOrders(demoContext: DemoContext, count: number): Act[] {
  const { clients, chance } = demoContext.demo
  const people = chance.several(demoContext.customers, count)
  const named = people.slice(0, 2).map(async (person): Act => {
    demoContext.order += 1
    const price = (chance.whole(8, 180) * 500).toLocaleString('en')
    await send(
      clients,
      'DUKA',
      `Habari ${person.firstName}, oda #${demoContext.order} ya TZS ${price} imepokelewa. Asante! Duka la Asha`,
      [person],
    )
    return null
  })
  const round = people.slice(2)
  if (round.length === 0) return named
  return [
    ...named,
    send(clients, chance.percent(75) ? 'DUKA' : 'INFO', chance.percent(70) ? onTheWay : readyToCollect, round).then(
      () => null,
    ),
  ]
}

async function runCampaign(demoContext: DemoContext): Act {
  const { clients, chance } = demoContext.demo
  const { title, book, text } = campaigns[demoContext.campaign % campaigns.length] as Campaign
  demoContext.campaign += 1
  const { id, people } = demoContext.books[book] as Book
  const body = {
    name: title,
    from: chance.percent(60) ? 'DUKA' : 'INFO',
    text,
    uniqueLinks: true,
    audience: { bookIds: [id] },
  }
  const campaign = await clients.owner('POST /v2/campaigns', { path: shop, body })
  await clients.owner('POST /v2/campaigns/:campaign/start', { path: { ...shop, campaign: campaign.id } })
  return async () => {
    for (const { phone } of chance.several(people, Math.floor(people.length / 8)))
      await clients.click(demoContext.demo.readText(phone))
    for (const { phone } of chance.several(people, chance.whole(1, 3))) {
      await clients.operator('POST /inbound/simulate', {
        body: { from: phone, to: shortNumber, text: chance.pick(stopWords) },
      })
      const index = demoContext.customers.findIndex((one) => one.phone === phone)
      if (index !== -1) demoContext.customers.splice(index, 1)
    }
    await write(demoContext, chance.pick(people))
  }
}

const write = ({ demo: { clients, chance } }: DemoContext, { phone }: Person) =>
  clients.operator('POST /inbound/simulate', {
    body: { from: phone, to: shortNumber, text: chance.pick(questions) },
  })

async function askQuestion(demoContext: DemoContext): Act {
  await write(demoContext, demoContext.demo.chance.pick(demoContext.customers))
  return null
}

/** Of 100 people, 84 enter the PIN, 9 use up their attempts with wrong PINs, and 7 enter nothing. */
async function askPin({ demo, customers }: DemoContext, appId: number): Act {
  const { clients, chance, readText } = demo
  const { phone } = chance.pick(customers)
  const fate = chance.whole(1, 100)
  const { data } = await clients.shop('POST /v1/request', { body: { appId, msisdn: phone } })
  const guess = (pin: string) => clients.shop('POST /v1/verify', { body: { pinId: data.pinId, pin } })
  return async () => {
    const [pin] = /\d{6}/.exec(readText(phone)) ?? []
    if (fate > 93 || pin === undefined) return
    for (let times = fate > 84 ? 3 : fate > 74 ? 1 : 0; times > 0; times -= 1) await guess('000000')
    if (fate <= 84) await guess(pin)
  }
}

/** A fraudster requests PINs for a range of rented numbers until the fraud guard blocks the prefix. */
async function pumpPins({ demo: { clients, chance } }: DemoContext): Act {
  const range = `25561${chance.whole(100, 999)}`
  for (let end = 4_120; ; end += 7) {
    try {
      await clients.shop('POST /v1/request', { body: { appId: 1, msisdn: `${range}${end}` } })
    } catch (error) {
      if (error instanceof Error && /answered 400: .*101/.test(error.message)) return null
      throw error
    }
  }
}

async function openCheckout(demoContext: DemoContext): Act {
  const { clients, chance } = demoContext.demo
  demoContext.order += 1
  const query = {
    amount: String(chance.whole(8, 180) * 500),
    reference_number: `Oda #${demoContext.order}`,
    transaction_id: `duka-${demoContext.order}`,
    mobile: chance.pick(demoContext.customers).phone,
    sendSource: 'true',
  }
  const { src } = await clients.shop('GET /v1/checkout', { query })
  const fate = chance.whole(1, 100)
  return async () => {
    if (fate <= 85) await clients.answerCheckout(src, fate <= 70 ? 'pay' : 'cancel')
  }
}

/** Every seventh transfer goes to a number that fails. */
async function sendLoyaltyAirtime(demoContext: DemoContext): Act {
  const { clients, chance } = demoContext.demo
  demoContext.order += 1
  const { phone } = chance.pick(demoContext.customers)
  const dest = demoContext.order % 7 === 0 ? `${phone.slice(0, -4)}0003` : phone
  await clients.shop('POST /v1/transfer', {
    body: {
      dest_addr: dest,
      amount: String(chance.pick([500, 1_000, 2_000])),
      reference_id: `zawadi-${demoContext.order}`,
    },
  })
  return null
}

async function writeToParents({ demo: { clients, chance }, school: { path, book } }: DemoContext): Act {
  const body = { from: 'UPENDO', bookIds: [book.id], text: chance.pick(schoolNotices), campaign: 'Wazazi' }
  await clients.operator('POST /v2/messages', { path, body })
  return null
}

/** Customers write on WhatsApp, and the shop replies. */
async function chat({ demo: { clients, whatsapp }, books }: DemoContext, part: number, day: number): Act {
  for (const [index, texts] of chats.entries()) {
    const [question, text] = texts[part] ?? []
    const [first, second] = books[index === 0 ? 0 : 3]?.people.filter(({ phone }) => !/(000\d|1026)$/.test(phone)) ?? []
    const person = day === 0 ? first : second
    if (question === undefined || text === undefined || person === undefined) continue
    await whatsapp.write({ from: person.phone, name: person.firstName }, question)
    await clients.shop('POST /v1/chatapi', {
      body: { from: businessOf(whatsapp), to: person.phone, channel: 'whatsapp', message_type: 'text', text },
    })
  }
  return () => whatsapp.idle()
}
