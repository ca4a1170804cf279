import { Button } from '@mantine/core'
import type { PendingInvitation } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { type Column, Rows } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { roleTitle } from './roles.tsx'

/** Invitations that were mailed and not accepted yet. Nothing when there are none. */
export function Invitations() {
  const account = useThisAccount()
  const invitations = useAsk('GET /accounts/:account/invitations', { path: { account: account.id } })
  const withdraw = useChange(
    ({ id }: PendingInvitation) =>
      ask('DELETE /accounts/:account/invitations/:invitation', { path: { account: account.id, invitation: id } }),
    { refreshes: [`${account.path}/invitations`], onDone: () => sayDone('The invitation is withdrawn.') },
  )
  const columns: readonly Column<PendingInvitation>[] = [
    { label: 'Email', show: ({ email }) => email },
    { label: 'Role', show: ({ role }) => roleTitle(role) },
    { label: 'Invited', show: ({ invitedAt }) => <When at={invitedAt} /> },
    { label: 'Expires', show: ({ expiresAt }) => <When at={expiresAt} /> },
  ]
  const actions: Column<PendingInvitation> = {
    label: 'Actions',
    hidden: true,
    right: true,
    show: (invitation) => (
      <Button
        size="xs"
        variant="default"
        loading={withdraw.isPending && withdraw.variables === invitation}
        onClick={() => withdraw.mutate(invitation)}
        aria-label={`Withdraw the invitation of ${invitation.email}`}
      >
        Withdraw
      </Button>
    ),
  }
  if (invitations.data?.data.length === 0) return null
  return (
    <Section
      title="Invitations"
      about="Mailed, and not accepted yet. Inviting someone again sends a new letter."
      isBare
    >
      <Problem error={withdraw.error} />
      <Rows
        label="Invitations"
        columns={mayAs(account, 'owner') ? [...columns, actions] : columns}
        rows={invitations.data?.data}
        error={invitations.error}
        retry={() => void invitations.refetch()}
        keyOf={({ id }) => String(id)}
        empty="No invitations."
        isFiltered={false}
      />
    </Section>
  )
}
