import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { consoleAddress } from '../../api.ts'
import { type Filters, useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { EndlessListing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/text.tsx'
import { type Account, useThisAccount } from '../../session.tsx'
import { contentColumns } from './columns.tsx'
import { RequestSummary } from './request-summary.tsx'
import { Requests } from './requests.tsx'
import { messageFilters, requestFilters, Search } from './search.tsx'

/** Everything that was sent, newest first, and what became of it. */
export function MessagesPage() {
  const account = useThisAccount()
  const [filters, setFilters] = useFilters()
  const isByRequest = filters.view === 'requests'
  const names = isByRequest ? requestFilters : messageFilters
  const query = Object.fromEntries(names.map((name) => [name, filters[name]]))
  const { request } = query
  return (
    <>
      <PageHead
        title="Messages"
        about="Everything that was sent and what became of it. New messages appear by themselves."
      >
        <SegmentedControl
          aria-label="What is listed"
          data={[
            { value: 'messages', label: 'Messages' },
            { value: 'requests', label: 'Requests' },
          ]}
          value={isByRequest ? 'requests' : 'messages'}
          onChange={(view) => setFilters({ view: view === 'requests' ? view : undefined })}
        />
        <Button
          variant="default"
          component="a"
          href={consoleAddress('GET /accounts/:account/messages.csv', { path: { account: account.id }, query })}
          leftSection={<Icon name="download" />}
        >
          Export CSV
        </Button>
      </PageHead>
      <Stack gap="md">
        <Search names={names} filters={filters} onChange={setFilters} />
        {request !== undefined && <RequestSummary key={request} account={account} id={request} />}
        {isByRequest ? <Requests account={account} query={query} /> : <Messages account={account} query={query} />}
      </Stack>
    </>
  )
}

function Messages({ account, query }: { readonly account: Account; readonly query: Filters }) {
  return (
    <EndlessListing
      route="GET /accounts/:account/messages"
      path={{ account: account.id }}
      query={query}
      label="Messages"
      keyOf={({ id }) => id}
      opens={({ id }) => `${account.path}/messages/${id}`}
      empty="No message was sent yet. Whatever you send, here or from a program, stands here a moment later."
      columns={[
        { label: 'To', show: ({ phone }) => phone, width: 150 },
        ...contentColumns,
        {
          label: 'Status',
          show: ({ stage, explanation }) => (
            <>
              <Status value={stage} />
              {explanation && (
                <Text size="sm" c="dimmed">
                  {explanation}
                </Text>
              )}
            </>
          ),
          width: 260,
        },
      ]}
    />
  )
}
