import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RefusedRequests } from '../../../../src/contract/account/refusals.ts'
import { useFilters } from '../../parts/filters.ts'
import { hintToSentence } from '../../parts/hint.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { CredentialFilter, RequestLine } from './listed-request.tsx'

const columns: readonly Column<RefusedRequests>[] = [
  { label: t.refusals.reason, prose: true, show: (one) => <Reason of={one} /> },
  {
    label: t.refusals.request,
    show: ({ credentialId, method, path }) =>
      credentialId === null ? '–' : <RequestLine method={method} path={path} />,
  },
  { label: t.refusals.caller, show: (one) => <CredentialName of={one} />, width: 190 },
  { label: t.refusals.count, right: true, show: ({ count }) => showCount(count), width: 80 },
  { label: t.refusals.last, show: (one) => <Times of={one} />, width: 210 },
]

/** The hint comes first, because it names the solution. Then the response, as the program received it. */
function Reason({ of: { credentialId, hint, status, code, message } }: { readonly of: RefusedRequests }) {
  if (credentialId === null) return <Text size="sm">{t.refusals.others}</Text>
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={600} maw={560} style={{ overflowWrap: 'anywhere' }}>
        {hint === null ? message : hintToSentence(hint, message)}
      </Text>
      <Text size="xs" c="dimmed">
        {hint === null
          ? fill(t.refusals.status, { status, code: String(code) })
          : fill(t.refusals.statusMessage, { status, code: String(code), message })}
      </Text>
    </Stack>
  )
}

function CredentialName({ of: { credentialId, credentialName, credentialKind } }: { readonly of: RefusedRequests }) {
  if (credentialId === null) return <>–</>
  return (
    <>
      <Text size="sm">{credentialName}</Text>
      <Text size="xs" c="dimmed">
        {credentialKind !== null && fill(t.refusals[credentialKind], { id: String(credentialId) })}
      </Text>
    </>
  )
}

function Times({ of: { count, firstAt, lastAt } }: { readonly of: RefusedRequests }) {
  return (
    <>
      <When at={lastAt} isExact />
      {count > 1 && (
        <Text size="xs" c="dimmed">
          {rich(t.refusals.first, { at: <When at={firstAt} /> })}
        </Text>
      )}
    </>
  )
}

export function RefusedPage() {
  const { id, path } = useThisAccount()
  const [{ q, credential }, setFilters] = useFilters()
  return (
    <>
      <Anchor component={Link} to={`${path}/api`} size="sm">
        {t.apiSetup.title}
      </Anchor>
      <PageHead title={t.refusals.title} about={t.refusals.about}>
        <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="default">
          {t.refusals.reference}
        </Button>
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <CredentialFilter />
          <SearchField
            label={t.refusals.search}
            example={t.refusals.searchExample}
            value={q}
            onChange={(text) => setFilters({ q: text })}
            mb={0}
          />
        </Group>
        <Listing
          route="GET /v2/refused"
          path={{ account: id }}
          query={{ q, credential }}
          label={t.refusals.title}
          columns={columns}
          keyOf={({ id }) => id}
          everySeconds={5}
          empty={
            <Stack gap={4}>
              <Text fw={600}>{t.refusals.empty}</Text>
              <span>
                {rich(t.refusals.emptyAbout, {
                  link: (text) => (
                    <Anchor href="/docs" target="_blank" rel="noreferrer" inherit underline="always">
                      {text}
                    </Anchor>
                  ),
                })}
              </span>
            </Stack>
          }
        />
        <Text size="sm" c="dimmed" maw={640}>
          {t.refusals.privacy}
        </Text>
      </Stack>
    </>
  )
}
