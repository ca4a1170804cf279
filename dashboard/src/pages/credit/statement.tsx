import { Button, Stack } from '@mantine/core'
import type { EntryKind, StatementEntry } from '../../../../src/contract/account/balance.ts'
import { consoleAddress } from '../../api.ts'
import { readPeriod } from '../../parts/days.ts'
import { ChoiceFilter, DayField } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { showAmount } from '../../parts/formats.ts'
import { capitalised } from '../../parts/hint.ts'
import { Icon } from '../../parts/icon.tsx'
import { productChoices, productName } from '../../parts/labels.ts'
import { ResourceList } from '../../parts/resource-page.tsx'
import { Note, PageLink, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'

/** The subjects of ledger entries, as the server writes them. */
const patterns: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^request (?<id>\d+)$/, t.credit.subjects.request],
  [/^requests (?<id>\d+) to (?<last>\d+)$/, t.credit.subjects.requests],
  [/^messages$/, t.credit.subjects.messages],
  [/^first credit$/, t.credit.subjects.firstCredit],
  [/^transfer (?<id>\d+)$/, t.credit.subjects.transfer],
  [/^transfer (?<id>\d+) to account (?<account>\d+)$/, t.credit.subjects.transferTo],
  [/^transfer (?<id>\d+) from account (?<account>\d+)$/, t.credit.subjects.transferFrom],
  [/^chat session (?<id>\d+)$/, t.credit.subjects.chatSession],
  [/^chat message (?<id>\d+)$/, t.credit.subjects.chatMessage],
  [/^checkout (?<id>\d+)$/, t.credit.subjects.checkout],
]

/** Translates the subject of a ledger entry. Unknown subjects keep the server’s text. */
function showSubject(subject: string): string {
  for (const [pattern, text] of patterns) {
    const match = pattern.exec(subject)
    if (match !== null) return fill(text, match.groups ?? {})
  }
  return capitalised(subject)
}

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
      <Note maw={680}>{rich(t.credit.statement.about, { b: (text) => <b>{text}</b> })}</Note>
      <ResourceList
        filters={
          <>
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
          </>
        }
        label={t.credit.tabs.statement}
        route="GET /v2/statement"
        path={{ account: account.id }}
        query={query}
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
        <PageLink to={`${account.path}/messages`} search={{ request }}>
          {showSubject(subject)}
        </PageLink>
      ) : (
        note || showSubject(subject || '–')
      )}
      {note !== '' && subject.startsWith('transfer ') && <Note>{showSubject(subject)}</Note>}
      {actor !== '' && <Note>{fill(t.credit.statement.by, { actor })}</Note>}
    </>
  )
}
