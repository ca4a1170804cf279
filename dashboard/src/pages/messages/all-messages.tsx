import { Stack } from '@mantine/core'
import { SearchField } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { t } from '../../text.ts'
import { acceptedColumn, contentColumns, statusColumn } from './columns.tsx'
import { type FilterName, Search } from './search.tsx'

const names: readonly FilterName[] = ['number', 'status', 'request', 'from', 'to']

/** A number that is still being typed would be refused. */
const isComplete = (text: string) => text === '' || text.replace(/\D/g, '').length >= 9

/** Messages of all accounts, for operators. */
export function AllMessagesPage() {
  const [filters, setFilters] = useFilters()
  const query = Object.fromEntries(names.map((name) => [name, filters[name]]))
  return (
    <>
      <PageHead title={t.pages.messages} about={t.messages.aboutAll} />
      <Stack gap="md">
        <Search
          names={names}
          filters={filters}
          onChange={setFilters}
          numberField={
            <SearchField
              label={t.messages.number}
              example="+255 712 345 678"
              width="100%"
              mb={0}
              value={filters.number}
              onChange={(number) => isComplete(number) && setFilters({ number })}
            />
          }
        />
        <Listing
          route="GET /messages"
          query={query}
          label={t.messages.messages}
          keyOf={({ id }) => id}
          opens={({ id, accountId }) => `/accounts/${accountId}/messages/${id}`}
          empty={t.messages.emptyAll}
          columns={[
            acceptedColumn,
            { label: t.messages.account, show: ({ accountName }) => accountName, width: 160 },
            { label: t.messages.to, show: ({ phone }) => <Phone of={phone} />, width: 150 },
            ...contentColumns,
            statusColumn,
          ]}
        />
      </Stack>
    </>
  )
}
