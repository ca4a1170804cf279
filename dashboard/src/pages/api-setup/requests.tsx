import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ListedRequest } from '../../../../src/contract/account/request-log.ts'
import { useAsk } from '../../data.ts'
import { ChoiceFilter, TextFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { toIso, toLocal } from '../../parts/formats.ts'
import { hintToSentence, wordsOf } from '../../parts/hint.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { EmptyList } from '../../parts/rows.tsx'
import { linkTo, Note, PageLink, Status, showCount, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { callerOf, outcomeOf } from './request-parts.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Keys beyond these can be found with the search. */
const credentialsMax = 100

const RequestLine = ({ method, path }: Pick<ListedRequest, 'method' | 'path'>) => (
  <Group gap={6} wrap="nowrap" align="baseline">
    <Text size="xs" fw={600} component="span">
      {method}
    </Text>
    <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>
  </Group>
)

const caller: Column<ListedRequest> = { label: t.requestLog.caller, show: callerOf, width: 190 }

const each: readonly Column<ListedRequest>[] = [
  { label: t.requestLog.request, show: RequestLine },
  {
    label: t.requestLog.status,
    show: (one) => (
      <>
        <Status value={outcomeOf(one)} text={String(one.status)} />
        {one.message !== null && (
          <Note size="xs">
            {one.count > 1 ? fill(t.requestLog.times, { message: one.message, count: one.count }) : one.message}
          </Note>
        )}
      </>
    ),
  },
  caller,
  {
    label: t.requestLog.duration,
    right: true,
    show: ({ durationMs }) => fill(t.requestLog.milliseconds, { count: durationMs }),
    width: 110,
  },
  { label: t.requestLog.time, show: ({ at }) => <When at={at} isExact />, width: 200 },
]

const causes: readonly Column<ListedRequest>[] = [
  { label: t.requestLog.reason, prose: true, show: (one) => <Reason of={one} /> },
  { label: t.requestLog.request, show: (one) => (one.status === 0 ? '–' : <RequestLine {...one} />) },
  caller,
  { label: t.requestLog.count, right: true, show: ({ count }) => showCount(count), width: 80 },
  { label: t.requestLog.last, show: (one) => <Times of={one} />, width: 210 },
]

/** The hint comes first, because it names the solution. Then the response, as the program received it. */
function Reason({ of: { hint, status, code, message } }: { readonly of: ListedRequest }) {
  if (status === 0 || message === null) return <Text size="sm">{t.requestLog.others}</Text>
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={600} maw={560} style={{ overflowWrap: 'anywhere' }}>
        {hint === null ? message : hintToSentence(hint, wordsOf(message))}
      </Text>
      <Note size="xs">
        {hint === null
          ? fill(t.requestLog.statusCode, { status: String(status), code: String(code) })
          : fill(t.requestLog.statusMessage, { status: String(status), code: String(code), message })}
      </Note>
    </Stack>
  )
}

function Times({ of: { count, firstAt, at } }: { readonly of: ListedRequest }) {
  return (
    <>
      <When at={at} isExact />
      {count > 1 && <Note size="xs">{rich(t.requestLog.first, { at: <When at={firstAt} /> })}</Note>}
    </>
  )
}

/** Of an account: each request, or the causes of rejections with their counts. */
export function RequestsPage() {
  const { id, path } = useThisAccount()
  const [{ q, grouped, outcome, method, credential, number, requestId, since }, setFilters] = useFilters()
  const { data: credentials } = useAsk('GET /accounts/:account/credentials', {
    path: { account: id },
    query: { limit: credentialsMax },
  })
  const isGrouped = grouped === 'true'
  return (
    <>
      <PageLink to={`${path}/api`}>{t.apiSetup.title}</PageLink>
      <PageHead title={isGrouped ? t.requestLog.rejected : t.requestLog.title} about={t.requestLog.about}>
        <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="default">
          {t.requestLog.reference}
        </Button>
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <ChoiceFilter
            label={t.requestLog.show}
            name="grouped"
            all={t.requestLog.each}
            width={220}
            choices={[['true', t.requestLog.rejected]]}
          />
          {!isGrouped && (
            <ChoiceFilter
              label={t.requestLog.outcome}
              name="outcome"
              all={t.requestLog.all}
              width={170}
              choices={(['accepted', 'refused', 'failed'] as const).map((one) => [one, t.requestLog.outcomes[one]])}
            />
          )}
          <ChoiceFilter
            label={t.requestLog.method}
            name="method"
            all={t.requestLog.all}
            width={120}
            choices={methods.map((one) => [one, one])}
          />
          <ChoiceFilter
            label={t.requestLog.credential}
            name="credential"
            all={t.requestLog.allCredentials}
            width={220}
            choices={(credentials?.data ?? []).map((one) => [
              String(one.id),
              fill(t.requestLog.choice, { name: one.name, id: String(one.id) }),
            ])}
          />
          <TextFilter label={t.requestLog.search} example={t.requestLog.searchExample} width={220} />
          <TextFilter label={t.requestLog.number} example="0712 345 678" name="number" width={180} />
          <TextFilter
            label={t.developer.requestId}
            example={t.requestLog.requestIdExample}
            name="requestId"
            width={260}
          />
          <TextInput
            type="datetime-local"
            label={t.requestLog.since}
            w={{ base: '100%', xs: 210 }}
            value={since === undefined ? '' : toLocal(new Date(since))}
            onChange={({ currentTarget: { value } }) => setFilters({ since: toIso(value) })}
          />
        </Group>
        <Listing
          key={String(isGrouped)}
          route="GET /v2/request-log"
          path={{ account: id }}
          query={{ q, grouped, outcome: isGrouped ? undefined : outcome, method, credential, number, requestId, since }}
          isFiltered={[q, outcome, method, credential, number, requestId, since].some(Boolean)}
          label={isGrouped ? t.requestLog.rejected : t.requestLog.title}
          columns={isGrouped ? causes : each}
          keyOf={({ id: key }) => key}
          opens={(one) => `${path}/api/requests/~${one.id}`}
          everySeconds={5}
          empty={
            <EmptyList title={isGrouped ? t.requestLog.noneRejected : t.requestLog.empty}>
              {isGrouped
                ? t.requestLog.noneRejectedAbout
                : rich(t.requestLog.emptyAbout, { link: linkTo(`${path}/api`) })}
            </EmptyList>
          }
        />
        <Note maw={640}>{t.requestLog.privacy}</Note>
      </Stack>
    </>
  )
}

const unknown: readonly Column<ListedRequest>[] = [
  { label: t.requestLog.address, show: ({ address }) => address ?? '–' },
  ...causes.filter((column) => column !== caller),
]

/** Failed sign-ins with keys that belong to no account. */
export function UnknownRequestsPage() {
  const [{ q }] = useFilters()
  return (
    <ResourcePage
      route="GET /request-log"
      query={{ q, grouped: 'true' }}
      isFiltered={Boolean(q)}
      title={t.pages.unknownRequests}
      about={t.requestLog.unknownAbout}
      filters={<TextFilter label={t.requestLog.search} example={t.requestLog.address} width={320} />}
      columns={unknown}
      everySeconds={5}
      empty={<EmptyList title={t.requestLog.noneRejected}>{t.requestLog.noneUnknownAbout}</EmptyList>}
    />
  )
}
