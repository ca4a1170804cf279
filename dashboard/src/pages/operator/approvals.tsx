import { Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SenderOfAccount } from '../../../../src/contract/console/senders.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Status, When } from '../../parts/text.tsx'

type Refusal = 'reject' | 'deactivate'

const pathOf = ({ accountId, id }: SenderOfAccount) => ({ account: accountId, sender: id })
const refreshes = ['/senders', '/accounts']

/** Sender names of all accounts, and the decision about each. */
export function ApprovalsPage() {
  const [filters, setFilters] = useFilters()
  const status = filters.status ?? 'pending'
  const [refusing, setRefusing] = useState<readonly [SenderOfAccount, Refusal] | null>(null)
  const approve = useChange(
    (row: SenderOfAccount) => ask('POST /accounts/:account/senders/:sender/approve', { path: pathOf(row) }),
    { refreshes, onDone: ({ sender }) => sayDone(`${sender} may be used now.`) },
  )
  return (
    <>
      <PageHead
        title="Approvals"
        about="Sender names that accounts asked for. People trust a name they know, so look at who asks, and what for, before you approve one."
      />
      <Group mb="md" gap="sm">
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={(value) => setFilters({ status: value })}
          data={[
            { value: 'pending', label: 'Waiting' },
            { value: 'active', label: 'Active' },
            { value: 'rejected', label: 'Rejected' },
            { value: 'inactive', label: 'Inactive' },
          ]}
        />
        <SearchField label="Search sender names" mb={0} value={filters.q} onChange={(q) => setFilters({ q })} />
      </Group>
      <Problem error={approve.error} />
      <Listing
        label="Sender names"
        route="GET /senders"
        query={{ status, q: filters.q }}
        keyOf={({ id }) => id}
        everySeconds={15}
        empty="Nothing here."
        columns={[
          { label: 'Sender', show: ({ sender }) => <Text fw={600}>{sender}</Text>, width: 150 },
          {
            label: 'Account',
            show: ({ accountId, accountName }) => <Link to={`/operator/accounts/${accountId}`}>{accountName}</Link>,
            width: 200,
          },
          { label: 'What for', show: ({ sampleContent, reason }) => reason ?? (sampleContent || '–') },
          { label: 'Asked', show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
          { label: 'Status', show: ({ status: state }) => <Status value={state} />, width: 110 },
          {
            label: 'Decide',
            width: 200,
            show: (row) => (
              <Group gap="xs" wrap="nowrap">
                {row.status !== 'active' && (
                  <Button
                    size="compact-sm"
                    onClick={() => approve.mutate(row)}
                    loading={approve.isPending && approve.variables?.id === row.id}
                    aria-label={`Approve ${row.sender}`}
                  >
                    Approve
                  </Button>
                )}
                {row.status === 'pending' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setRefusing([row, 'reject'])}
                    aria-label={`Reject ${row.sender}`}
                  >
                    Reject
                  </Button>
                )}
                {row.status === 'active' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setRefusing([row, 'deactivate'])}
                    aria-label={`Deactivate ${row.sender}`}
                  >
                    Deactivate
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {refusing && <RefuseDialog row={refusing[0]} how={refusing[1]} onClose={() => setRefusing(null)} />}
    </>
  )
}

function RefuseDialog({
  row,
  how,
  onClose,
}: {
  readonly row: SenderOfAccount
  readonly how: Refusal
  readonly onClose: () => void
}) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (text) => (how === 'reject' && text.trim() === '' ? 'Say why, so that they can do better' : null),
    },
  })
  const refuse = useChange(
    (values: typeof form.values) => {
      const reason = values.reason.trim()
      return how === 'reject'
        ? ask('POST /accounts/:account/senders/:sender/reject', { path: pathOf(row), body: { reason } })
        : ask('POST /accounts/:account/senders/:sender/deactivate', {
            path: pathOf(row),
            body: reason === '' ? {} : { reason },
          })
    },
    { refreshes, onDone: onClose },
  )
  const verb = how === 'reject' ? 'Reject' : 'Deactivate'
  return (
    <FormDialog
      title={`${verb} ${row.sender}`}
      isOpen
      onClose={onClose}
      change={refuse}
      submit={verb}
      isDangerous
      onSubmit={form.onSubmit((values) => refuse.mutate(values))}
    >
      <Textarea
        label="Reason"
        description={`${row.accountName} sees it.`}
        required={how === 'reject'}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
