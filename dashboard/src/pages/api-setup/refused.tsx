import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RefusedRequests } from '../../../../src/contract/console/refusals.ts'
import { useAsk } from '../../data.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { hintToSentence } from '../../parts/hint.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { kindWord } from './credential.ts'

/** More keys than these are found by the search. */
const choicesMax = 100

const columns: readonly Column<RefusedRequests>[] = [
  { label: 'What was wrong', prose: true, show: (one) => <Reason of={one} /> },
  {
    label: 'Request',
    show: ({ credentialId, method, path }) => (credentialId === null ? '–' : <Request method={method} path={path} />),
  },
  { label: 'Key or token', show: (one) => <Which of={one} />, width: 190 },
  { label: 'Times', right: true, show: ({ count }) => showCount(count), width: 80 },
  { label: 'Last', show: (one) => <Times of={one} />, width: 210 },
]

/** The hint first: it says what to do. Then the words of the answer, as the program got them. */
function Reason({ of: { credentialId, hint, status, code, message } }: { readonly of: RefusedRequests }) {
  if (credentialId === null) return <Text size="sm">Others, of too many kinds at once to tell them apart.</Text>
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={600} maw={560} style={{ overflowWrap: 'anywhere' }}>
        {hint === null ? message : hintToSentence(hint, message)}
      </Text>
      <Text size="xs" c="dimmed">
        {`${status}, code ${code}`}
        {hint !== null && `: ${message}`}
      </Text>
    </Stack>
  )
}

const Request = ({ method, path }: Pick<RefusedRequests, 'method' | 'path'>) => (
  <Group gap={6}>
    <Text size="xs" fw={600}>
      {method}
    </Text>
    <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>
  </Group>
)

function Which({ of: { credentialId, credentialName, credentialKind } }: { readonly of: RefusedRequests }) {
  if (credentialId === null) return <>–</>
  return (
    <>
      <Text size="sm">{credentialName}</Text>
      <Text size="xs" c="dimmed">
        {credentialKind !== null && kindWord[credentialKind]} no. {credentialId}
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
          first <When at={firstAt} />
        </Text>
      )}
    </>
  )
}

const Docs = ({ children }: { readonly children: string }) => (
  <Anchor href="/docs" target="_blank" rel="noreferrer" inherit underline="always">
    {children}
  </Anchor>
)

/** What the API said no to, for whoever writes the programs. */
export function RefusedPage() {
  const { id, path } = useThisAccount()
  const [{ q, credential }, setFilters] = useFilters()
  const { data: credentials } = useAsk(
    'GET /accounts/:account/credentials',
    { path: { account: id }, query: { limit: choicesMax } },
    { everySeconds: 30 },
  )
  return (
    <>
      <Anchor component={Link} to={`${path}/api`} size="sm">
        API setup
      </Anchor>
      <PageHead
        title="Refused requests"
        about="What the API refused of your programs’ requests in the last 30 days, and what to do about it. New ones appear by themselves."
      >
        <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="default">
          API reference
        </Button>
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <ChoiceFilter
            label="Key or token"
            name="credential"
            all="All of them"
            choices={(credentials?.data ?? []).map(({ id, name }) => [String(id), `${name}, no. ${id}`])}
          />
          <SearchField
            label="Search"
            example="A path, a code, a word"
            value={q}
            onChange={(text) => setFilters({ q: text })}
            mb={0}
          />
        </Group>
        <Listing
          route="GET /accounts/:account/refused"
          path={{ account: id }}
          query={{ q, credential }}
          label="Refused requests"
          columns={columns}
          keyOf={({ id }) => id}
          everySeconds={5}
          empty={
            <Stack gap={4}>
              <Text fw={600}>Nothing was refused</Text>
              <span>
                When the API turns down a request of one of your programs, it stands here within seconds: what was
                wrong, and what to do about it. The <Docs>reference</Docs> says how requests are made.
              </span>
            </Stack>
          }
        />
        <Text size="sm" c="dimmed" maw={640}>
          Texts of messages and phone numbers are not kept here. A request without a key, or with a key that nobody has,
          belongs to no account and is not in this list.
        </Text>
      </Stack>
    </>
  )
}
