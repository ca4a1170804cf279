import type { InboundNumber } from '../../../../../src/contract/console/inbound.ts'
import { ask } from '../../../api.ts'

export const numbersPath = '/inbound/numbers'

/** Asks the server, because the list on the page may be old. */
export async function findNumber(number: string): Promise<InboundNumber | undefined> {
  const { data } = await ask('GET /inbound/numbers', { query: { q: number } })
  return data.find((one) => one.number === number)
}
