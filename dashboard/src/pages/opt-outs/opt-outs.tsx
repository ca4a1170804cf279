import { Alert, Button, Stack } from '@mantine/core'
import type { OptOut } from '../../../../src/contract/console/sms.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { AddOptOut, RemoveOptOut } from './opt-out-dialogs.tsx'

/** Numbers that want nothing from an account any more. */
export function OptOutsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const [{ q }, setFilters] = useFilters()
  const adding = useOpening<never>()
  const removing = useOpening<OptOut>()
  const columns: readonly Column<OptOut>[] = [
    { label: 'Mobile number', show: ({ phone }) => <span className="number">{phone}</span> },
    { label: 'On the list since', show: ({ createdAt }) => <When at={createdAt} /> },
    {
      label: 'Actions',
      hidden: true,
      right: true,
      width: 60,
      show: (optOut) => (
        <RowMenu
          label={`Actions for ${optOut.phone}`}
          actions={[
            { label: 'Show messages', to: `${account.path}/messages`, search: { phone: optOut.phone } },
            ...(mayChange
              ? [{ label: 'Remove from the list', isDangerous: true, onClick: () => removing.open(optOut) }]
              : []),
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <PageHead
        title="Opt-outs"
        about="People who want no more messages from you. Whatever you send, these numbers are left out, and cost nothing."
      >
        {mayChange && (
          <Button onClick={() => adding.open()} leftSection={<Icon name="plus" />}>
            Add number
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <Alert color="blue" variant="light" title="Where do they come from?">
          Whoever answers one of your messages with STOP is put here by itself, and taken off again when they answer
          START. You can add numbers by hand as well. PINs for signing in are still delivered: people ask for those
          themselves.
        </Alert>
        <SearchField label="Search by first digits" value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
        <Listing
          route="GET /accounts/:account/optouts"
          path={{ account: account.id }}
          // However it was written: the server looks for digits.
          query={{ q: q?.replace(/\D/g, '') }}
          label="Opt-outs"
          columns={columns}
          keyOf={({ phone }) => phone}
          empty="Nobody has opted out. That is a good sign."
        />
      </Stack>
      <AddOptOut opening={adding} />
      <RemoveOptOut opening={removing} />
    </>
  )
}
