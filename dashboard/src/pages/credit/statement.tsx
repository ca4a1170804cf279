import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { EntryKind, StatementEntry } from '../../../../src/contract/account/balance.ts'
import { consoleAddress } from '../../api.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { useFilters } from '../../parts/filters.ts'
import { showAmount } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { readPeriod } from '../../parts/period.ts'
import { productChoices, productName } from '../../parts/products.ts'
import { When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { showSubject } from './subject.ts'

/** The effect of each kind of entry on the available credit. */
const signs: Readonly<Record<EntryKind, '+' | '−' | ''>> = {
  credit: '+',
  debit: '−',
  hold: '−',
  spend: '',
  release: '+',
}

const kindChoices = Object.entries(t.credit.kinds)

/** The ledger entries of an account, newest first. */
export function Statement({ account }: { readonly account: Account }) {
  const [{ product, kind, from, to }, setFilters] = useFilters()
  const query = { product, kind, ...readPeriod(from, to) }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={680}>
        {rich(t.credit.statement.about, { b: (text) => <b>{text}</b> })}
      </Text>
      <Group gap="sm" align="flex-end">
        <ChoiceFilter
          label={t.credit.product}
          name="product"
          choices={productChoices}
          all={t.credit.allProducts}
          width={190}
        />
        <ChoiceFilter
          label={t.credit.statement.kind}
          name="kind"
          choices={kindChoices}
          all={t.credit.statement.allKinds}
          width={190}
        />
        <DayField label={t.credit.statement.from} value={from} onChange={(value) => setFilters({ from: value })} />
        <DayField label={t.credit.statement.to} value={to} onChange={(value) => setFilters({ to: value })} />
        <Button
          component="a"
          variant="default"
          href={consoleAddress('GET /v2/statement.csv', { path: { account: account.id }, query })}
          download
          leftSection={<Icon name="download" />}
        >
          {t.credit.statement.download}
        </Button>
      </Group>
      <Listing
        label={t.credit.tabs.statement}
        route="GET /v2/statement"
        path={{ account: account.id }}
        query={query}
        keyOf={({ id }) => id}
        empty={t.credit.statement.empty}
        columns={[
          { label: t.credit.statement.time, show: ({ at }) => <When at={at} />, width: 180 },
          { label: t.credit.product, show: ({ product: name }) => productName(name), width: 160 },
          { label: t.credit.statement.kind, show: ({ kind: name }) => t.credit.kinds[name], width: 120 },
          { label: t.credit.statement.details, show: (entry) => <EntryDetails account={account} entry={entry} /> },
          {
            label: t.credit.amount,
            show: ({ kind: name, amount, currency }) => `${signs[name]}${showAmount(amount, currency)}`,
            right: true,
            width: 160,
          },
          {
            label: t.credit.statement.balance,
            show: ({ balance, currency }) => (balance === null ? '–' : showAmount(balance, currency)),
            right: true,
            width: 160,
          },
        ]}
      />
    </Stack>
  )
}

function EntryDetails({
  account,
  entry: { subject, note, actor },
}: {
  readonly account: Account
  readonly entry: StatementEntry
}) {
  const request = /^request (\d+)$/.exec(subject)?.[1]
  return (
    <>
      {note === '' && request !== undefined ? (
        <Anchor component={Link} to={`${account.path}/messages`} search={{ request } as never} size="sm">
          {showSubject(subject)}
        </Anchor>
      ) : (
        note || showSubject(subject || '–')
      )}
      {note !== '' && subject.startsWith('transfer ') && (
        <Text size="sm" c="dimmed">
          {showSubject(subject)}
        </Text>
      )}
      {actor !== '' && (
        <Text size="sm" c="dimmed">
          {fill(t.credit.statement.by, { actor })}
        </Text>
      )}
    </>
  )
}
