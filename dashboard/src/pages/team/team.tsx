import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import type { Invited } from './invited.ts'
import { Members } from './members.tsx'
import { RolesExplained } from './roles.tsx'

export function TeamPage() {
  const account = useThisAccount()
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <>
      <PageHead title="Team" about={`The people who work in ${account.name}, and what each of them may do.`}>
        {mayAs(account, 'owner') && <Button onClick={() => setInviting(true)}>Invite someone</Button>}
      </PageHead>
      <Stack gap="lg">
        <Members onInvited={setInvited} />
        <Invitations />
        <RolesExplained />
      </Stack>
      {isInviting && (
        <Invite
          onClose={() => setInviting(false)}
          onInvited={(somebody) => {
            setInviting(false)
            setInvited(somebody)
          }}
        />
      )}
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
    </>
  )
}
