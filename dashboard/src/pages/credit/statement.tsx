import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Entry, EntryKind } from '../../../../src/contract/console/balance.ts'
import { showAmount } from '../../../../src/values/amount.ts'
import { consoleAddress } from '../../api.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { readPeriod } from '../../parts/period.ts'
import { productChoices, productName } from '../../parts/products.ts'
import { When } from '../../parts/text.tsx'
import { capitalised } from '../../parts/words.ts'
import type { Account } from '../../session.tsx'

/** What each kind is called, and what it does to what is available. */
const kinds: Readonly<Record<EntryKind, readonly [name: string, sign: '+' | '−' | '']>> = {
  credit: ['Added', '+'],
  debit: ['Taken away', '−'],
  hold: ['Held', '−'],
  spend: ['Spent', ''],
  release: ['Given back', '+'],
}

const kindChoices = Object.entries(kinds).map(([kind, [name]]) => [kind, name] as const)

/** Every change of credit, newest first. */
export function Statement({ account }: { readonly account: Account }) {
  const [{ product, kind, from, to }, setFilters] = useFilters()
  const query = { product, kind, ...readPeriod(from, to) }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={680}>
        What is sent is <b>held</b> first, and then <b>spent</b> when it goes out or <b>given back</b> when it does not.
        What is spent was held before, so it changes nothing about what is available.
      </Text>
      <Group gap="sm" align="flex-end">
        <ChoiceFilter label="Product" name="product" choices={productChoices} all="All products" width={190} />
        <ChoiceFilter label="Kind" name="kind" choices={kindChoices} all="All kinds" width={190} />
        <DayField label="From" value={from} onChange={(value) => setFilters({ from: value })} />
        <DayField label="Until" value={to} onChange={(value) => setFilters({ to: value })} />
        <Button
          component="a"
          variant="default"
          href={consoleAddress('GET /accounts/:account/statement.csv', { path: { account: account.id }, query })}
          download
          leftSection={<Icon name="download" />}
        >
          Download CSV
        </Button>
      </Group>
      <Listing
        label="Statement"
        route="GET /accounts/:account/statement"
        path={{ account: account.id }}
        query={query}
        keyOf={({ id }) => id}
        empty="Nothing happened with the credit of this account yet."
        columns={[
          { label: 'Time', show: ({ at }) => <When at={at} />, width: 180 },
          { label: 'Product', show: ({ product: name }) => productName(name), width: 160 },
          { label: 'Kind', show: ({ kind: name }) => kinds[name][0], width: 120 },
          { label: 'For', show: (entry) => <About account={account} entry={entry} /> },
          {
            label: 'Amount',
            show: ({ kind: name, amount, currency }) => `${kinds[name][1]}${showAmount(amount)} ${currency}`,
            right: true,
            width: 180,
          },
        ]}
      />
    </Stack>
  )
}

function About({ account, entry: { subject, note, actor } }: { readonly account: Account; readonly entry: Entry }) {
  const request = /^request (\d+)$/.exec(subject)?.[1]
  return (
    <>
      {note === '' && request !== undefined ? (
        <Anchor component={Link} to={`${account.path}/messages`} search={{ request } as never} size="sm">
          Request {request}
        </Anchor>
      ) : (
        capitalised(note || subject || '–')
      )}
      {note !== '' && subject.startsWith('transfer ') && (
        <Text size="sm" c="dimmed">
          {capitalised(subject)}
        </Text>
      )}
      {actor !== '' && (
        <Text size="sm" c="dimmed">
          by {actor}
        </Text>
      )}
    </>
  )
}
