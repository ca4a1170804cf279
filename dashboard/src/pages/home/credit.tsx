import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { byProduct, productName } from '../../parts/products.ts'
import { Section } from '../../parts/section.tsx'
import { Amount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'

const isNothing = (amount: string) => /^-?[0.]*$/.test(amount)

/** What is left to spend on each product. */
export function Credit({ account }: { readonly account: Account }) {
  const { data, error, refetch } = useAsk('GET /accounts/:account/balances', { path: { account: account.id } })
  // What was never topped up is no news, but for messages, which everybody comes for.
  const known =
    data?.data.filter(
      ({ product, available, held }) => product === 'SMS' || !isNothing(available) || !isNothing(held),
    ) ?? []
  const shown = known.toSorted(byProduct)
  return (
    <Section
      title="Credit"
      action={
        <Anchor size="sm" component={Link} to={`${account.path}/credit`}>
          Statement
        </Anchor>
      }
    >
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={72} />}
      {data !== undefined && shown.length === 0 && (
        <Text c="dimmed">There is no credit yet. Ask whoever runs this server for some.</Text>
      )}
      <Stack gap="xs">
        {shown.map(({ product, currency, available, held }) => (
          <Group key={`${product} ${currency}`} justify="space-between" align="flex-start" wrap="nowrap">
            <Text>{productName(product)}</Text>
            <div>
              <Text ta="right" fw={600}>
                <Amount value={available} currency={currency} />
              </Text>
              {!isNothing(held) && (
                <Text ta="right" size="sm" c="dimmed">
                  and <Amount value={held} /> held for what is under way
                </Text>
              )}
            </div>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
