import { Text } from '@mantine/core'
import type { AuditEntry } from '../../../../src/contract/console/audit.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
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

const columns: readonly Column<AuditEntry>[] = [
  { label: 'When', show: ({ at }) => <When at={at} />, width: 190 },
  { label: 'Who', show: ({ actor }) => (actor === 'anyone' ? 'somebody not signed in' : actor) },
  { label: 'What', show: (entry) => <What entry={entry} /> },
  { label: 'From', show: ({ address }) => address ?? 'the server itself' },
  {
    label: 'Result',
    show: (entry) => (
      <span title={entry.status === null ? 'The server stopped before it answered.' : `Answered with ${entry.status}`}>
        <Status value={resultOf(entry)} />
      </span>
    ),
  },
]

const ofAccount: Column<AuditEntry> = { label: 'Account', show: ({ accountId }) => accountId ?? '–' }

export function AuditPage() {
  const account = useThisAccount()
  return (
    <>
      <PageHead
        title="Audit log"
        about="Every change that somebody made in this account, in the dashboard or on the command line, kept for two years."
      />
      {mayAs(account, 'owner') ? (
        <Listing
          route="GET /accounts/:account/audit"
          path={{ account: account.id }}
          label="Audit log"
          columns={columns}
          keyOf={({ id }) => id}
          empty="Nothing was changed yet. Every change will stand here, with who made it and from where."
        />
      ) : (
        <Text>Owners of the account can read it.</Text>
      )}
    </>
  )
}

/** For operators: that of all accounts, with what belongs to none. */
export function WholeAuditPage() {
  return (
    <>
      <PageHead
        title="Whole audit log"
        about="Every change on this server, of all accounts and of none: who signed in, who set up what. Kept for two years."
      />
      <Listing
        route="GET /audit"
        label="Whole audit log"
        columns={[...columns.slice(0, 3), ofAccount, ...columns.slice(3)]}
        keyOf={({ id }) => id}
        empty="Nothing was changed yet."
      />
    </>
  )
}
