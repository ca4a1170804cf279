import { Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Quote, QuoteBody } from '../../../../src/contract/console/sms.ts'
import { ask, type Refused } from '../../api.ts'
import { Problem } from '../../parts/problem.tsx'
import { Amount, showCount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'

const countryNames = new Intl.DisplayNames(undefined, { type: 'region' })

/** What it would cost, as it is written. */
export function Cost({ account, quote }: { readonly account: Account; readonly quote: QuoteBody | null }) {
  const [body] = useDebouncedValue(quote === null ? null : JSON.stringify(quote), 400)
  const asked = useQuery<Quote, Refused>({
    queryKey: [`${account.path}/sms/quote`, body],
    queryFn: ({ signal }) =>
      ask(
        'POST /accounts/:account/sms/quote',
        { path: { account: account.id }, body: JSON.parse(body ?? 'null') },
        { signal },
      ),
    enabled: body !== null,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const shown = body === null ? undefined : asked.data
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="cost">
      <Title order={2} size="h5" id="cost" mb="sm">
        What it will cost
      </Title>
      {body === null && (
        <Text c="dimmed" size="sm">
          Write a message and say who gets it: the price stands here before anything is sent.
        </Text>
      )}
      {body !== null && <Problem error={asked.error} onRetry={() => void asked.refetch()} />}
      {shown && asked.error === null && <Figures quote={shown} />}
    </Paper>
  )
}

function Figures({
  quote: { recipients, segments, segmentsTotal, price, currency, byCountry, available, enough },
}: {
  readonly quote: Quote
}) {
  const { valid, invalid, duplicates, optedOut } = recipients
  return (
    <Stack gap={6} aria-live="polite">
      <Line label="Recipients" value={showCount(valid)} />
      {invalid > 0 && <Line label="Not a number, or no way to it" value={showCount(invalid)} />}
      {duplicates > 0 && <Line label="Given twice" value={showCount(duplicates)} />}
      {optedOut > 0 && <Line label="Opted out" value={showCount(optedOut)} />}
      <Line label="Segments a message" value={showCount(segments)} />
      <Line label="Segments in all" value={showCount(segmentsTotal)} />
      {byCountry.length > 1 && (
        <>
          <Divider my={4} />
          {byCountry.slice(0, 6).map(({ country, callingCode, recipients: count, price: cost }) => (
            <Line
              key={callingCode}
              label={`${country === null ? `+${callingCode}` : countryNames.of(country)}: ${showCount(count)}`}
              value={<Amount value={cost} currency={currency} />}
            />
          ))}
        </>
      )}
      <Divider my={4} />
      <Line label="Price" value={<Amount value={price} currency={currency} />} isStrong />
      <Line label="You have" value={<Amount value={available} currency={currency} />} />
      {!enough && (
        <Text size="sm" c="var(--mantine-color-error)" fw={600}>
          That is more than you have. Top up first, or write to fewer people.
        </Text>
      )}
    </Stack>
  )
}

function Line({
  label,
  value,
  isStrong = false,
}: {
  readonly label: string
  readonly value: React.ReactNode
  readonly isStrong?: boolean
}) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm" fw={isStrong ? 700 : 400}>
        {label}
      </Text>
      <Text size="sm" className="number" fw={isStrong ? 700 : 400}>
        {value}
      </Text>
    </Group>
  )
}
