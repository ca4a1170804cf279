import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { senderLengthMax } from '../../../../src/values/sender.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { AccountSelect } from '../../parts/account-select.tsx'
import { CountrySelect } from '../../parts/country-select.tsx'
import { FormDialog } from '../../parts/dialog.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { useAddInAddress } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Amount, Status, showCount, When } from '../../parts/text.tsx'

export function AccountsPage() {
  const [filters, setFilters] = useFilters()
  const [isCreating, setCreating] = useState(false)
  useAddInAddress(true, () => setCreating(true))
  return (
    <>
      <PageHead title={t.accounts.title} about={t.accounts.about}>
        <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
          {t.accounts.create}
        </Button>
      </PageHead>
      <SearchField label={t.accounts.search} value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
      <Listing
        label={t.accounts.title}
        route="GET /accounts"
        query={{ q: filters.q }}
        keyOf={({ id }) => id}
        empty={t.accounts.empty}
        opens={({ id }) => `/operator/accounts/${id}`}
        columns={[
          { label: t.accounts.name, show: ({ name }) => name },
          { label: t.accounts.id, show: ({ id }) => id, width: 90 },
          {
            label: t.accounts.smsCredit,
            show: ({ available, currency }) =>
              available === null ? '–' : <Amount value={available} currency={currency} />,
            right: true,
            width: 160,
          },
          {
            label: t.accounts.messagesInDay,
            show: ({ messages }) => showCount(messages),
            right: true,
            width: 140,
          },
          { label: t.accounts.failedInDay, show: ({ failed }) => showCount(failed), right: true, width: 120 },
          { label: t.accounts.country, show: ({ country }) => country, width: 90 },
          { label: t.accounts.parent, show: ({ parentId }) => parentId ?? '–', width: 110 },
          {
            label: t.accounts.state,
            show: ({ suspendedAt }) => <Status value={suspendedAt === null ? 'active' : 'suspended'} />,
            width: 120,
          },
          { label: t.accounts.created, show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
        ]}
      />
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </>
  )
}

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<{ name: string; sender: string; country: string | null; parent: string | null }>({
    initialValues: { name: '', sender: '', country: null, parent: null },
  })
  const create = useChange(
    ({ name, sender, country, parent }: typeof form.values) =>
      ask('POST /accounts', {
        body: { name, country, parentId: parent === null ? null : Number(parent), sender: sender.trim() || null },
      }),
    { refreshes: ['/accounts'], onDone: ({ id }) => void navigate({ to: `/operator/accounts/${id}` }) },
  )
  return (
    <FormDialog
      title={t.accounts.create}
      isOpen
      onClose={onClose}
      change={create}
      submit={t.accounts.create}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label={t.accounts.name}
        description={t.accounts.nameAbout}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t.accounts.sender}
        description={t.accounts.senderAbout}
        maxLength={senderLengthMax}
        {...form.getInputProps('sender')}
      />
      <CountrySelect description={t.accounts.countryAbout} {...form.getInputProps('country')} />
      <AccountSelect
        label={t.accounts.parent}
        description={t.accounts.parentAboutNew}
        value={form.values.parent}
        onChange={(chosen) => form.setFieldValue('parent', chosen)}
      />
    </FormDialog>
  )
}
