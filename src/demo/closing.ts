import { scheduleAt } from './calendar.ts'
import { clinicName, clinicSender } from './credentials.ts'
import type { Book, Demo } from './demo.ts'
import { askForSender, shop } from './opening.ts'
import { type Campaign, campaigns } from './texts.ts'

/**
 * What is there at the end: what waits for the next days, and what an operator has to see to. The clinic comes last,
 * see `state.ts`.
 */
export async function leaveOpen(demo: Demo, books: readonly Book[]): Promise<void> {
  const { clients, clock } = demo
  for (const [index, days] of [1, 2, 4].entries()) {
    const { title, book, text } = campaigns[index] as Campaign
    const body = {
      source_addr: 'DUKA',
      message: text,
      encoding: 0,
      campaign_title: title,
      schedule_time: scheduleAt(clock.now(), days, 10),
    }
    await clients.owner('POST', `${shop}/books/${books[book]?.id}/send`, body)
  }
  await askForSender(demo, shop, 'ASHA', 'Habari, Asha hapa. Karibu dukani!', null)
  await openCarriers(demo)
  const { id } = await clients.operator<{ id: number }>('POST', '/accounts', { name: clinicName })
  await askForSender(demo, `/accounts/${id}`, clinicSender, 'Kumbusho: una miadi kesho saa 3 asubuhi.', null)
}

/** One that can't be reached, and one that was paused. Both have routes, to where nobody writes. */
async function openCarriers({ clients: { operator } }: Demo): Promise<void> {
  const settings = (port: number) => ({ host: '127.0.0.1', port, systemId: 'ngoma', ratePerSecond: 50 })
  await operator('PUT', '/carriers/rwanda-smpp', {
    kind: 'smpp',
    settings: settings(27_759),
    secrets: { password: 'demo' },
  })
  await operator('POST', '/routes', { carrier: 'rwanda-smpp', prefix: '250' })
  await operator('PUT', '/carriers/burundi-smpp', {
    kind: 'smpp',
    settings: settings(27_760),
    secrets: { password: 'demo' },
  })
  await operator('POST', '/carriers/burundi-smpp/pause')
  await operator('POST', '/routes', { carrier: 'burundi-smpp', prefix: '257' })
}
