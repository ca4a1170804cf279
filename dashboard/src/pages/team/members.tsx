import { Badge, Text } from '@mantine/core'
import type { Member } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { ResourceList } from '../../parts/resource-page.tsx'
import { Note, Status, When } from '../../parts/text.tsx'
import { mayAs, useMe, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { ChangeRole, Invite } from './dialogs.tsx'
import type { Invited } from './invitation-link.tsx'

export function Members({ onInvited }: { readonly onInvited: (invited: Invited) => void }) {
  const account = useThisAccount()
  const me = useMe()
  const path = { account: account.id }
  const isOwner = mayAs(account, 'owner')
  const inviteAgain = useChange(
    async ({ userId, email }: Member): Promise<Invited> => ({
      ...(await ask('POST /users/:user/password-reset', { path: { user: userId } })),
      email,
      isMember: true,
    }),
    { onDone: onInvited },
  )
  return (
    <>
      <Problem error={inviteAgain.error} />
      <ResourceList
        route="GET /accounts/:account/members"
        path={path}
        isWhole
        label={t.team.members}
        keyOf={({ userId }) => userId}
        columns={[
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
                {name !== email && <Note>{email}</Note>}
              </>
            ),
          },
          { label: t.team.role, show: ({ role }) => t.team.roles[role] },
          { label: t.team.state, show: ({ hasPassword }) => <Status value={hasPassword ? 'active' : 'invited'} /> },
          { label: t.team.since, show: ({ createdAt }) => <When at={createdAt} /> },
        ]}
        empty={t.team.noMembers}
        mayChange={isOwner}
        actions={(member) => [
          isOwner &&
            me.operator &&
            !member.hasPassword && {
              label: t.team.newLink,
              name: fill(t.team.newLinkFor, { email: member.email }),
              onClick: () => inviteAgain.mutate(member),
            },
        ]}
        form={(member, close) =>
          member ? <ChangeRole member={member} close={close} /> : <Invite close={close} onInvited={onInvited} />
        }
        editLabel={t.team.changeRole}
        editName={({ email }) => fill(t.team.changeRoleOf, { email })}
        remove={({ userId, name, email }) => ({
          label: t.team.remove,
          name: fill(t.team.removeNamed, { email }),
          title: fill(t.team.removeTitle, { name }),
          warning: fill(t.team.removeAbout, { email }),
          submit: t.team.removeMember,
          run: () => ask('DELETE /accounts/:account/members/:user', { path: { ...path, user: userId } }),
          // Users who removed themselves have lost access to this page.
          done: () => (userId === me.user?.id && !me.operator ? location.assign('/') : fill(t.team.removed, { email })),
        })}
      />
    </>
  )
}
