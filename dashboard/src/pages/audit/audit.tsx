import { Button, Text } from '@mantine/core'
import type { AuditEntry } from '../../../../src/contract/console/audit.ts'
import { consoleAddress } from '../../api.ts'
import { t } from '../../operator-text.ts'
import { Icon } from '../../parts/icon.tsx'
import type { Column } from '../../parts/listing.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Note, Status, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, wordFor } from '../../text.ts'
import { describeEntry, resultOf } from './describe-entry.ts'
import { AuditSearch, useAuditQuery } from './search.tsx'

const detailsLengthMax = 200

function Action({ entry }: { readonly entry: AuditEntry }) {
  const { summary, details } = describeEntry(entry)
  const text = details.join(' · ')
  return (
    <>
      <Text size="sm">{summary}</Text>
      {text !== '' && (
        <Note size="xs" title={text}>
          {text.length > detailsLengthMax ? `${text.slice(0, detailsLengthMax)}…` : text}
        </Note>
      )}
    </>
  )
}

/** An email address breaks only before its @. */
function Actor({ actor }: { readonly actor: string }) {
  const [name, domain] = actor.split('@')
  if (domain === undefined) return wordFor(t.audit.actors, actor)
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  { label: t.audit.time, show: ({ at }) => <When at={at} />, width: 190 },
  { label: t.audit.user, show: ({ actor }) => <Actor actor={actor} />, width: 220 },
  { label: t.audit.action, show: (entry) => <Action entry={entry} /> },
  { label: t.audit.ipAddress, show: ({ address }) => address ?? t.audit.thisServer, width: 150 },
  {
    label: t.audit.result,
    show: (entry) => (
      <span
        title={entry.status === null ? t.audit.notAnswered : fill(t.audit.answered, { status: String(entry.status) })}
      >
        <Status value={resultOf(entry)} text={t.audit.results[resultOf(entry)]} />
      </span>
    ),
    width: 140,
  },
]

const accountColumn: Column<AuditEntry> = {
  label: t.audit.account,
  show: ({ accountId }) => accountId ?? '–',
  width: 90,
}

function ExportButton({ href }: { readonly href: string }) {
  return (
    <Button variant="default" component="a" href={href} download leftSection={<Icon name="download" />}>
      {t.audit.exportCsv}
    </Button>
  )
}

export function AuditPage() {
  const account = useThisAccount()
  const { account: _, ...query } = useAuditQuery()
  const path = { account: account.id }
  return (
    <ResourcePage
      route="GET /accounts/:account/audit"
      path={path}
      query={query}
      title={t.audit.title}
      about={t.audit.about}
      buttons={<ExportButton href={consoleAddress('GET /accounts/:account/audit.csv', { path, query })} />}
      above={<AuditSearch />}
      columns={columns}
      empty={t.audit.empty}
    />
  )
}

/** For operators: entries of all accounts, and entries without an account. */
export function SystemAuditPage() {
  const query = useAuditQuery()
  return (
    <ResourcePage
      route="GET /audit"
      query={query}
      title={t.audit.systemTitle}
      about={t.audit.about}
      buttons={<ExportButton href={consoleAddress('GET /audit.csv', { query })} />}
      above={<AuditSearch byAccount />}
      columns={[...columns.slice(0, 3), accountColumn, ...columns.slice(3)]}
      empty={t.audit.empty}
    />
  )
}
