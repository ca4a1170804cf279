import { scheduleAt } from './calendar.ts'
import { clinicName, clinicSender } from './credentials.ts'
import type { Book, Demo } from './demo.ts'
import { askForSender, shop } from './setup.ts'
import { type Campaign, campaigns } from './texts.ts'

/**
 * Adds scheduled messages for the next days, and tasks for an operator. The clinic is created last, because `state.ts`
 * uses it to detect a complete demo.
 */
export async function addPendingWork(demo: Demo, books: readonly Book[]): Promise<void> {
  const { clients, clock } = demo
  const [first, second, third, fourth] = campaigns as readonly [Campaign, Campaign, Campaign, Campaign]
  for (const [{ title, book, text }, days] of [
    [second, 1],
    [third, 2],
  ] as const) {
    const notBefore = scheduleAt(clock.now(), days, 10)
    const body = { from: 'DUKA', bookIds: [books[book]?.id ?? 0], text, campaign: title, notBefore }
    await clients.owner('POST /v2/messages', { path: shop, body })
  }
  const create = ({ title, book, text }: Campaign, at: string | null) => {
    const audience = { bookIds: [books[book]?.id ?? 0] }
    const schedule = at === null ? null : { at, zone: 'UTC' }
    const body = { name: title, from: 'DUKA', text, audience, schedule }
    return clients.owner('POST /v2/campaigns', { path: shop, body })
  }
  const { id: campaign } = await create(first, scheduleAt(clock.now(), 4, 10).slice(0, 16))
  await clients.owner('POST /v2/campaigns/:campaign/start', { path: { ...shop, campaign } })
  await create(fourth, null)
  await askForSender(demo, shop, 'ASHA', 'Habari, Asha hapa. Karibu dukani!', null)
  await addCarriers(demo)
  const { id } = await clients.operator('POST /accounts', { body: { name: clinicName } })
  await askForSender(demo, { account: id }, clinicSender, 'Kumbusho: una miadi kesho saa 3 asubuhi.', null)
}

/** One unreachable and one paused carrier, with routes to prefixes without traffic. */
async function addCarriers({ clients: { operator } }: Demo): Promise<void> {
  const carriers = [
    ['rwanda-smpp', 27_759, '250'],
    ['burundi-smpp', 27_760, '257'],
  ] as const
  for (const [carrier, port, prefix] of carriers) {
    const settings = { host: '127.0.0.1', port, systemId: 'ngoma', ratePerSecond: 50 }
    const body = { product: 'sms', kind: 'smpp', settings, secrets: { password: 'demo' } } as const
    await operator('PUT /providers/:provider', { path: { provider: carrier }, body })
    if (carrier === 'burundi-smpp') await operator('POST /providers/:provider/pause', { path: { provider: carrier } })
    await operator('POST /routes', { body: { carrier, prefix } })
  }
}
