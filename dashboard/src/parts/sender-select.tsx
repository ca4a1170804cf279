import { useAsk } from '../data.ts'
import { t } from '../text.ts'
import { ServerSelect } from './server-select.tsx'

interface SenderSelectProps {
  readonly account: { readonly id: number }
  readonly value: string | null
  readonly onChange: (sender: string) => void
  /** Without a visible label. */
  readonly isSmall?: boolean
}

/** The active sender IDs, for accounts that have several. */
export function SenderSelect({ account, value, onChange, isSmall = false }: SenderSelectProps) {
  const { hasSeveral } = useSenders(account)
  if (!hasSeveral) return null
  return (
    <ServerSelect
      {...(isSmall ? { 'aria-label': t.inbox.from, size: 'xs', w: 130 } : { label: t.inbox.from })}
      placeholder={t.inbox.chooseFrom}
      route="GET /v2/senders"
      path={{ account: account.id }}
      query={{ status: 'active' }}
      labelOf={({ sender }) => sender}
      idOf={({ sender }) => sender}
      value={value}
      onChange={(sender) => sender !== null && onChange(sender)}
      allowDeselect={false}
    />
  )
}

/** An active sender ID, and whether there are several, so that a message may have to name one. */
export function useSenders(account: { readonly id: number }) {
  const { data } = useAsk('GET /v2/senders', { path: { account: account.id }, query: { status: 'active', limit: 2 } })
  const senders = data?.data ?? []
  return { first: senders[0]?.sender ?? null, hasSeveral: senders.length > 1 }
}
