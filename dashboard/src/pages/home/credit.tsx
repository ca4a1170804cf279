import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { byProduct, productName } from '../../parts/labels.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Amount, Note, PageLink } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { rich, t } from '../../text.ts'

const isZero = (amount: string) => /^-?[0.]*$/.test(amount)

/** The available credit by product. */
export function Credit({ account }: { readonly account: Account }) {
  const { data, error, refetch } = useAsk('GET /v2/balances', { path: { account: account.id } })
  // Products without credit are hidden, except messages.
  const used =
    data?.data.filter(({ product, available, held }) => product === 'SMS' || !isZero(available) || !isZero(held)) ?? []
  const shown = used.toSorted(byProduct)
  return (
    <Section title={t.pages.credit} action={<PageLink to={`${account.path}/credit`}>{t.home.statement}</PageLink>}>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={72} />}
      {data !== undefined && shown.length === 0 && <Text c="dimmed">{t.home.noCredit}</Text>}
      <Stack gap="xs">
        {shown.map(({ product, currency, available, held }) => (
          <Group key={`${product} ${currency}`} justify="space-between" align="flex-start" wrap="nowrap">
            <Text>{productName(product)}</Text>
            <div>
              <Text ta="end" fw={600}>
                <Amount value={available} currency={currency} />
              </Text>
              {!isZero(held) && <Note ta="end">{rich(t.home.reserved, { amount: <Amount value={held} /> })}</Note>}
            </div>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
