import { Button, Stack, Text } from '@mantine/core'
import type { AuditEntry } from '../../../../src/contract/console/audit.ts'
import { consoleAddress } from '../../api.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status, When } from '../../parts/text.tsx'
import { capitalised } from '../../parts/words.ts'
import { mayAs, useThisAccount } from '../../session.tsx'
import { AuditSearch, useAuditQuery } from './search.tsx'
import { describe, resultOf } from './words.ts'

const moreMax = 200

function What({ entry }: { readonly entry: AuditEntry }) {
  const { what, more } = describe(entry)
  const text = more.join(' · ')
  return (
    <>
      <Text size="sm">{what}</Text>
      {text !== '' && (
        <Text size="xs" c="dimmed" title={text}>
          {text.length > moreMax ? `${text.slice(0, moreMax)}…` : text}
        </Text>
      )}
    </>
  )
}

/** An email address may only break at its @, and only where it must. */
function Who({ actor }: { readonly actor: string }) {
  const [name, domain] = actor.split('@')
  if (domain === undefined) return actor === 'anyone' ? 'Not signed in' : capitalised(actor)
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  { label: 'When', show: ({ at }) => <When at={at} />, width: 190 },
  { label: 'Who', show: ({ actor }) => <Who actor={actor} />, width: 220 },
  { label: 'What', show: (entry) => <What entry={entry} /> },
  { label: 'From', show: ({ address }) => address ?? 'This server', width: 150 },
  {
    label: 'Result',
    show: (entry) => (
      <span title={entry.status === null ? 'The server stopped before it answered.' : `Answered with ${entry.status}`}>
        <Status value={resultOf(entry)} />
      </span>
    ),
    width: 110,
  },
]

const ofAccount: Column<AuditEntry> = { label: 'Account', show: ({ accountId }) => accountId ?? '–', width: 90 }

const about =
  'Every change and every export, and reads of personal data by people who are no members of the account. Kept for two years.'

function ExportButton({ href }: { readonly href: string }) {
  return (
    <Button variant="default" component="a" href={href} download leftSection={<Icon name="download" />}>
      Export CSV
    </Button>
  )
}

export function AuditPage() {
  const account = useThisAccount()
  const { account: _, ...query } = useAuditQuery()
  const path = { account: account.id }
  if (!mayAs(account, 'owner'))
    return (
      <>
        <PageHead title="Audit log" about={about} />
        <Text>Owners of the account can read it.</Text>
      </>
    )
  return (
    <>
      <PageHead title="Audit log" about={about}>
        <ExportButton href={consoleAddress('GET /accounts/:account/audit.csv', { path, query })} />
      </PageHead>
      <Stack gap="md">
        <AuditSearch />
        <Listing
          route="GET /accounts/:account/audit"
          path={path}
          query={query}
          label="Audit log"
          columns={columns}
          keyOf={({ id }) => id}
          empty="No entries yet. Every change will appear here, with who made it and from where."
        />
      </Stack>
    </>
  )
}

/** For operators: entries of all accounts, and those without an account. */
export function WholeAuditPage() {
  const query = useAuditQuery()
  return (
    <>
      <PageHead title="System audit log" about={about}>
        <ExportButton href={consoleAddress('GET /audit.csv', { query })} />
      </PageHead>
      <Stack gap="md">
        <AuditSearch byAccount />
        <Listing
          route="GET /audit"
          query={query}
          label="System audit log"
          columns={[...columns.slice(0, 3), ofAccount, ...columns.slice(3)]}
          keyOf={({ id }) => id}
          empty="No entries yet."
        />
      </Stack>
    </>
  )
}
