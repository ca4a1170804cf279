import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useDialogs } from '../../parts/dialogs.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { InvitationLink, type Invited } from './invitation-link.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { RolesExplained } from './roles.tsx'

export function TeamPage() {
  const account = useThisAccount()
  const isOwner = mayAs(account, 'owner')
  const { open } = useDialogs()
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <>
      <PageHead title={t.team.title} about={fill(t.team.about, { account: account.name })}>
        {isOwner && <Button onClick={() => open('add')}>{t.team.inviteMember}</Button>}
      </PageHead>
      <Stack gap="lg">
        <Members onInvited={setInvited} />
        <Invitations />
        <RolesExplained />
      </Stack>
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
    </>
  )
}
