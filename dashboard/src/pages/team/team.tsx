import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAddInAddress } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { InvitationLink } from './invitation-link.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import type { Invited } from './invited.ts'
import { Members } from './members.tsx'
import { RolesExplained } from './roles.tsx'

export function TeamPage() {
  const account = useThisAccount()
  const [isInviting, setInviting] = useState(false)
  useAddInAddress(mayAs(account, 'owner'), () => setInviting(true))
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <>
      <PageHead title={t.team.title} about={fill(t.team.about, { account: account.name })}>
        {mayAs(account, 'owner') && <Button onClick={() => setInviting(true)}>{t.team.inviteMember}</Button>}
      </PageHead>
      <Stack gap="lg">
        <Members onInvited={setInvited} />
        <Invitations />
        <RolesExplained />
      </Stack>
      {isInviting && (
        <Invite
          onClose={() => setInviting(false)}
          onInvited={(result) => {
            setInviting(false)
            setInvited(result)
          }}
        />
      )}
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
    </>
  )
}
