import type { ConversationCounts } from '../../../src/contract/account/conversations.ts'
import { useAsk } from '../data.ts'
import { t } from '../text.ts'
import { showCount } from './formats.ts'

/** The server counts up to here. */
const countMax = 100

export const boundedCount = (count: number): string => (count >= countMax ? t.inbox.countMany : showCount(count))

/** The conversations of an account that need attention; undefined until they are known. */
export function useCounts(account: { readonly id: number } | null): ConversationCounts | undefined {
  const { data } = useAsk(
    'GET /v2/conversations/counts',
    { path: { account: account?.id ?? 0 } },
    { enabled: account !== null },
  )
  return data
}
