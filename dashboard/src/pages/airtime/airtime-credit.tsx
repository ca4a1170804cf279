import { Text } from '@mantine/core'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import { useAsk } from '../../data.ts'
import { Amount, Note, TextLink } from '../../parts/text.tsx'
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
        {t.airtime.balance} · <TextLink to={`${account.path}/credit`}>{t.airtime.statement}</TextLink>
      </Text>
      <Text fw={650} size="lg">
        <Amount value={available} currency={currency} />
      </Text>
      {/[1-9]/.test(held) && (
        <Note>{rich(t.airtime.held, { amount: <Amount value={held} currency={currency} /> })}</Note>
      )}
    </Text>
  )
}
