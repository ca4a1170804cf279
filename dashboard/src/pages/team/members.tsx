import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Member } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Column, Rows } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useMe, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { ChangeRole } from './change-role.tsx'
import type { Invited } from './invited.ts'

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
        // Users who removed themselves have lost access to this page.
        if (removing?.userId === me.user?.id && !me.operator) return location.assign('/')
        if (removing !== null) sayDone(fill(t.team.removed, { email: removing.email }))
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
      label: t.team.name,
      show: ({ userId, name, email }) => (
        <>
          <Text component="span" size="sm" fw={600}>
            {name}
          </Text>
          {userId === me.user?.id && (
            <Badge variant="light" color="gray" radius="sm" tt="none" ms="xs">
              {t.team.you}
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
    { label: t.team.role, show: ({ role }) => t.team.roles[role] },
    { label: t.team.state, show: ({ hasPassword }) => <Status value={hasPassword ? 'active' : 'invited'} /> },
    { label: t.team.since, show: ({ createdAt }) => <When at={createdAt} /> },
  ]
  const actions: Column<Member> = {
    label: t.team.actions,
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
            aria-label={fill(t.team.newLinkFor, { email: member.email })}
          >
            {t.team.newLink}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          onClick={() => setChanging(member)}
          aria-label={fill(t.team.changeRoleOf, { email: member.email })}
        >
          {t.team.changeRole}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => setRemoving(member)}
          aria-label={fill(t.team.removeNamed, { email: member.email })}
        >
          {t.team.remove}
        </Button>
      </Group>
    ),
  }
  return (
    <>
      <Problem error={inviteAgain.error} />
      <Rows
        label={t.team.members}
        columns={mayAs(account, 'owner') ? [...columns, actions] : columns}
        rows={members.data?.data}
        error={members.error}
        retry={() => void members.refetch()}
        keyOf={({ userId }) => userId}
        empty={t.team.noMembers}
        isFiltered={false}
      />
      {changing && <ChangeRole member={changing} onClose={() => setChanging(null)} />}
      {removing && (
        <Confirm
          title={fill(t.team.removeTitle, { name: removing.name })}
          isOpen
          onClose={() => {
            setRemoving(null)
            remove.reset()
          }}
          change={remove}
          submit={t.team.removeMember}
          onConfirm={() => remove.mutate(removing)}
        >
          {fill(t.team.removeAbout, { email: removing.email })}
        </Confirm>
      )}
    </>
  )
}
