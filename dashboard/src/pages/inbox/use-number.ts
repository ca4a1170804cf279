import type { NumberState } from '../../../../src/contract/account/numbers.ts'
import { useAsk } from '../../data.ts'
import { withPlus } from '../../parts/numbers.ts'
import type { Account } from '../../session.tsx'

/** The contacts and other conversations of a number; undefined until they are known. */
export function useNumber(account: Account, phone: string): NumberState | undefined {
  const { data } = useAsk('GET /v2/numbers/:phone', { path: { account: account.id, phone: withPlus(phone) } })
  return data
}
