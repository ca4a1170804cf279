import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import { useAsk } from '../../data.ts'
import { Amount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { rich, t } from '../../text.ts'

/** Null while it loads. */
export function useAirtimeBalance(account: Account): Balance | null {
  const { data } = useAsk('GET /v2/balances', { path: { account: account.id } }, { everySeconds: 10 })
  return data?.data.find(({ product }) => product === 'AIRTIME') ?? null
}

export function AirtimeCredit({ account }: { readonly account: Account }) {
  const balance = useAirtimeBalance(account)
  if (balance === null) return null
  const { available, held, currency } = balance
  return (
    <Text component="div" ta={{ base: 'start', xs: 'end' }}>
      <Text span size="sm" c="dimmed">
        {t.airtime.balance} ·{' '}
        <Anchor component={Link} to={`${account.path}/credit`} inherit underline="always">
          {t.airtime.statement}
        </Anchor>
      </Text>
      <Text fw={650} size="lg">
        <Amount value={available} currency={currency} />
      </Text>
      {/[1-9]/.test(held) && (
        <Text size="sm" c="dimmed">
          {rich(t.airtime.held, { amount: <Amount value={held} currency={currency} /> })}
        </Text>
      )}
    </Text>
  )
}
