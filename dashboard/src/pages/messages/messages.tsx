import { Button, SegmentedControl, Stack } from '@mantine/core'
import type { Message } from '../../../../src/contract/account/messages.ts'
import { consoleAddress } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { type Filters, useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { Amount } from '../../parts/text.tsx'
import { type Account, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { acceptedColumn, contentColumns, statusColumn, textColumn } from './columns.tsx'
import { RequestSummary } from './request-summary.tsx'
import { Requests } from './requests.tsx'
import { messageFilters, requestFilters, Search } from './search.tsx'

export function MessagesPage() {
  const account = useThisAccount()
  const [filters, setFilters] = useFilters()
  const isByRequest = filters.view === 'requests'
  const names = isByRequest ? requestFilters : messageFilters
  const query = Object.fromEntries(names.map((name) => [name, filters[name]]))
  const { request } = query
  return (
    <>
      <PageHead title={t.pages.messages} about={t.messages.about}>
        <SegmentedControl
          aria-label={t.messages.view}
          data={[
            { value: 'messages', label: t.messages.viewMessages },
            { value: 'requests', label: t.messages.viewRequests },
          ]}
          value={isByRequest ? 'requests' : 'messages'}
          onChange={(view) => setFilters({ view: view === 'requests' ? view : undefined })}
        />
        <Button
          variant="default"
          component="a"
          href={consoleAddress('GET /v2/messages.csv', { path: { account: account.id }, query })}
          leftSection={<Icon name="download" />}
        >
          {t.messages.exportCsv}
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

/** Messages of one request have the same sender and time, so they show their prices instead. */
function Messages({ account, query }: { readonly account: Account; readonly query: Filters }) {
  const { data } = useAsk('GET /accounts/:account', { path: { account: account.id } })
  const isOfRequest = query.request !== undefined
  const price: Column<Message> = {
    label: t.messages.price,
    show: ({ price }) => <Amount value={price} currency={data?.currency} />,
    right: true,
    width: 130,
  }
  return (
    <Listing
      route="GET /v2/messages"
      path={{ account: account.id }}
      query={query}
      label={t.messages.messages}
      keyOf={({ id }) => id}
      opens={({ id }) => `${account.path}/messages/${id}`}
      empty={t.messages.empty}
      columns={[
        acceptedColumn,
        { label: t.messages.to, show: ({ phone }) => <Phone of={phone} />, width: 150 },
        ...(isOfRequest ? [textColumn] : contentColumns),
        statusColumn,
        ...(isOfRequest ? [price] : []),
      ]}
    />
  )
}
