import { askPath } from '../../../api.ts'

export interface InboundNumber {
  readonly number: string
  /** Null: shared. */
  readonly accountId: number | null
  readonly keywords: readonly { readonly keyword: string; readonly accountId: number }[]
}

export const numbersPath = '/inbound/numbers'

/** As the server has it now, whatever the list on the page shows; undefined when there is none. */
export async function findNumber(number: string): Promise<InboundNumber | undefined> {
  const { data } = await askPath<{ readonly data: readonly InboundNumber[] }>(numbersPath, { params: { q: number } })
  return data.find((one) => one.number === number)
}
