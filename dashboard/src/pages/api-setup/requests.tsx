import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListedRequest } from '../../../../src/contract/console/request-log.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { toIso, toLocal } from '../../parts/local-time.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Status, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { CredentialFilter, RequestLine } from './listed-request.tsx'
import { callerOf, outcomeOf } from './request-parts.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE']

const columns: readonly Column<ListedRequest>[] = [
  {
    label: t.requestLog.request,
    show: RequestLine,
  },
  {
    label: t.requestLog.status,
    show: (one) => (
      <>
        <Status value={outcomeOf(one)} text={String(one.status)} />
        {one.message !== null && (
          <Text size="xs" c="dimmed">
            {one.message}
          </Text>
        )}
      </>
    ),
  },
  { label: t.requestLog.caller, show: callerOf, width: 180 },
  {
    label: t.requestLog.duration,
    right: true,
    show: ({ durationMs }) => fill(t.requestLog.milliseconds, { count: durationMs }),
    width: 110,
  },
  { label: t.requestLog.time, show: ({ at }) => <When at={at} isExact />, width: 200 },
]

export function RequestsPage() {
  const { id, path } = useThisAccount()
  const [{ q, outcome, method, credential, requestId, since }, setFilters] = useFilters()
  return (
    <>
      <Anchor component={Link} to={`${path}/api`} size="sm">
        {t.apiSetup.title}
      </Anchor>
      <PageHead title={t.requestLog.title} about={t.requestLog.about}>
        <Button component={Link} to={`${path}/api/refused`} variant="default">
          {t.apiSetup.rejected}
        </Button>
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <ChoiceFilter
            label={t.requestLog.outcome}
            name="outcome"
            all={t.requestLog.all}
            width={170}
            choices={(['accepted', 'refused', 'failed'] as const).map((one) => [one, t.requestLog.outcomes[one]])}
          />
          <ChoiceFilter
            label={t.requestLog.method}
            name="method"
            all={t.requestLog.all}
            width={120}
            choices={methods.map((one) => [one, one])}
          />
          <CredentialFilter />
          <SearchField
            label={t.requestLog.search}
            example={t.requestLog.searchExample}
            value={q}
            onChange={(text) => setFilters({ q: text })}
            width={220}
            mb={0}
          />
          <SearchField
            label={t.developer.requestId}
            example={t.requestLog.requestIdExample}
            value={requestId}
            onChange={(text) => setFilters({ requestId: text })}
            width={260}
            mb={0}
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
          route="GET /accounts/:account/request-log"
          path={{ account: id }}
          query={{ q, outcome, method, credential, requestId, since }}
          label={t.requestLog.title}
          columns={columns}
          keyOf={(one) => one.id}
          opens={(one) => `${path}/api/requests/~${one.id}`}
          everySeconds={5}
          empty={
            <Stack gap={4}>
              <Text fw={600}>{t.requestLog.empty}</Text>
              <span>
                {rich(t.requestLog.emptyAbout, {
                  link: (text) => (
                    <Anchor component={Link} to={`${path}/api`} inherit underline="always">
                      {text}
                    </Anchor>
                  ),
                })}
              </span>
            </Stack>
          }
        />
        <Text size="sm" c="dimmed" maw={640}>
          {t.requestLog.privacy}
        </Text>
      </Stack>
    </>
  )
}
