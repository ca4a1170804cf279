import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SecretDialog } from '../../parts/dialog.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { passwordLink } from '../../parts/new-password.tsx'
import { rich, t } from '../../text.ts'

const strong = (children: ReactNode) => <strong>{children}</strong>

/** The next step for the person who sent an invitation. */
export function InvitationLink({
  invited: { email, isMember, token, mailed },
  onClose,
}: {
  readonly invited: Invited
  readonly onClose: () => void
}) {
  useFocusBack()
  if (token === null)
    return (
      <Modal
        opened
        onClose={onClose}
        title={isMember ? t.team.memberAdded : t.team.invitation}
        closeButtonProps={{ 'aria-label': t.shared.close }}
      >
        <Stack gap="sm">
          <Text>
            {rich(isMember ? t.team.addedAbout : mailed ? t.team.mailedAbout : t.team.notMailedAbout, {
              email,
              b: strong,
            })}
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t.shared.close}</Button>
          </Group>
        </Stack>
      </Modal>
    )
  return (
    <SecretDialog title={t.team.invitation} lines={[[t.team.invitationLink, passwordLink(token)]]} onClose={onClose}>
      <Text size="sm">{rich(mailed ? t.team.linkMailed : t.team.linkNotMailed, { email, b: strong })}</Text>
    </SecretDialog>
  )
}

/** The result of an invitation. */
export interface Invited {
  readonly email: string
  /** False until an invitation by an owner is accepted. */
  readonly isMember: boolean
  /** Only operators see it, and only for a user without a password. */
  readonly token: string | null
  readonly mailed: boolean
}
