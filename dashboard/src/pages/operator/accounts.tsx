import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { CountrySelect } from '../../parts/country-select.tsx'
import { FormDialog } from '../../parts/dialog.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Status, showCount, When } from '../../parts/text.tsx'
import { AccountSelect } from './account-select.tsx'

export function AccountsPage() {
  const [filters, setFilters] = useFilters()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageHead
        title="Accounts"
        about="The businesses that use this installation. Each has its own people, keys, contacts and credit, and sees nothing of the others but its sub-accounts."
      >
        <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
          Create account
        </Button>
      </PageHead>
      <SearchField label="Search by name" value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
      <Listing
        label="Accounts"
        route="GET /accounts"
        query={{ q: filters.q }}
        keyOf={({ id }) => id}
        empty="There is no account yet."
        opens={({ id }) => `/operator/accounts/${id}`}
        columns={[
          { label: 'Name', show: ({ name }) => name },
          { label: 'Id', show: ({ id }) => id, width: 90 },
          { label: 'Country', show: ({ country }) => country, width: 90 },
          { label: 'Parent', show: ({ parentId }) => parentId ?? '–', width: 90 },
          {
            label: 'Messages a day',
            show: ({ messagesPerDay }) => showLimit(messagesPerDay),
            width: 160,
          },
          {
            label: 'Requests a second',
            show: ({ requestsPerSecond }) => showLimit(requestsPerSecond),
            width: 170,
          },
          {
            label: 'State',
            show: ({ suspendedAt }) => <Status value={suspendedAt === null ? 'active' : 'suspended'} />,
            width: 120,
          },
          { label: 'Since', show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
        ]}
      />
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </>
  )
}

const showLimit = (limit: number | null) => (limit === null ? 'default' : limit === 0 ? 'no limit' : showCount(limit))

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<{ name: string; country: string | null; parent: string | null }>({
    initialValues: { name: '', country: null, parent: null },
  })
  const create = useChange(
    ({ name, country, parent }: typeof form.values) =>
      ask('POST /accounts', { body: { name, country, parentId: parent === null ? null : Number(parent) } }),
    { refreshes: ['/accounts'], onDone: ({ id }) => void navigate({ to: `/operator/accounts/${id}` }) },
  )
  return (
    <FormDialog
      title="Create account"
      isOpen
      onClose={onClose}
      change={create}
      submit="Create account"
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label="Name"
        description="Of the business, as its people know it."
        required
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <CountrySelect description="Leave empty to use the server's default." {...form.getInputProps('country')} />
      <AccountSelect
        label="Parent account"
        description="For a sub-account: the owners of the parent manage it and its credit."
        value={form.values.parent}
        onChange={(chosen) => form.setFieldValue('parent', chosen)}
      />
    </FormDialog>
  )
}
