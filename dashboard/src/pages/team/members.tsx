import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Member } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { type Column, Rows } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useMe, useThisAccount } from '../../session.tsx'
import { ChangeRole } from './change-role.tsx'
import type { Invited } from './invited.ts'
import { roleTitle } from './roles.tsx'

export function Members({ onInvited }: { readonly onInvited: (invited: Invited) => void }) {
  const account = useThisAccount()
  const me = useMe()
  const path = `${account.path}/members`
  const members = useAsk('GET /accounts/:account/members', { path: { account: account.id } })
  const [changing, setChanging] = useState<Member | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  const remove = useChange(
    ({ userId }: Member) =>
      ask('DELETE /accounts/:account/members/:user', { path: { account: account.id, user: userId } }),
    {
      refreshes: [path],
      onDone: () => {
        // Whoever took themselves out has nothing to see here any more.
        if (removing?.userId === me.user?.id && !me.operator) return location.assign('/')
        sayDone(`${removing?.name ?? 'They'} can’t see this account any more.`)
        setRemoving(null)
      },
    },
  )
  const inviteAgain = useChange(
    async ({ userId, email }: Member): Promise<Invited> => ({
      ...(await ask('POST /users/:user/password-reset', { path: { user: userId } })),
      email,
      isMember: true,
    }),
    { onDone: onInvited },
  )
  const columns: readonly Column<Member>[] = [
    {
      label: 'Name',
      show: ({ userId, name, email }) => (
        <>
          <Text component="span" size="sm" fw={600}>
            {name}
          </Text>
          {userId === me.user?.id && (
            <Badge variant="light" color="gray" radius="sm" tt="none" ml="xs">
              you
            </Badge>
          )}
          {name !== email && (
            <Text size="sm" c="dimmed">
              {email}
            </Text>
          )}
        </>
      ),
    },
    { label: 'Role', show: ({ role }) => roleTitle(role) },
    { label: 'State', show: ({ hasPassword }) => <Status value={hasPassword ? 'active' : 'invited'} /> },
    { label: 'Since', show: ({ createdAt }) => <When at={createdAt} /> },
  ]
  const actions: Column<Member> = {
    label: 'Actions',
    hidden: true,
    right: true,
    show: (member) => (
      <Group gap="xs" justify="flex-end">
        {me.operator && !member.hasPassword && (
          <Button
            size="xs"
            variant="default"
            loading={inviteAgain.isPending && inviteAgain.variables === member}
            onClick={() => inviteAgain.mutate(member)}
            aria-label={`New link for ${member.email}`}
          >
            New link
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          onClick={() => setChanging(member)}
          aria-label={`Change role of ${member.email}`}
        >
          Change role
        </Button>
        <Button size="xs" variant="default" onClick={() => setRemoving(member)} aria-label={`Remove ${member.email}`}>
          Remove
        </Button>
      </Group>
    ),
  }
  return (
    <>
      <Problem error={inviteAgain.error} />
      <Rows
        label="Members"
        columns={mayAs(account, 'owner') ? [...columns, actions] : columns}
        rows={members.data?.data}
        error={members.error}
        retry={() => void members.refetch()}
        keyOf={({ userId }) => userId}
        empty="Nobody works in this account yet. Invite the first person."
        isFiltered={false}
      />
      {changing && <ChangeRole member={changing} onClose={() => setChanging(null)} />}
      {removing && (
        <Confirm
          title={`Remove ${removing.name}`}
          isOpen
          onClose={() => {
            setRemoving(null)
            remove.reset()
          }}
          change={remove}
          submit="Remove"
          onConfirm={() => remove.mutate(removing)}
        >
          {removing.email} no longer sees this account, from this moment on. What they made stays. You can invite them
          again.
        </Confirm>
      )}
    </>
  )
}
