import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { SecretDialog } from '../../parts/dialog.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { passwordLink } from '../../parts/password-link.ts'
import type { Invited } from './invited.ts'

/** What to do now, for whoever invited somebody. */
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
        title={isMember ? 'They are in' : 'The invitation'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="sm">
          <Text>
            {isMember ? (
              <>
                <strong>{email}</strong> signs in here already, and sees this account from now on. There is nothing else
                to do.
              </>
            ) : mailed ? (
              <>
                It was mailed to <strong>{email}</strong>. They see this account once they accept it, within three days.
              </>
            ) : (
              <>
                The letter to <strong>{email}</strong> could not be sent yet. Look into their mailbox in a few minutes,
                or invite them again.
              </>
            )}
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </Stack>
      </Modal>
    )
  return (
    <SecretDialog title="The invitation" lines={[['Invitation link', passwordLink(token)]]} onClose={onClose}>
      <Text size="sm">
        {mailed ? (
          <>
            It was mailed to <strong>{email}</strong>. If the letter does not arrive, give them this link yourself.
          </>
        ) : (
          <>
            No e-mail was sent: give this link to <strong>{email}</strong> yourself.
          </>
        )}{' '}
        They choose a password with it, once, within three days. It is for them alone: whoever has it gets in.
      </Text>
    </SecretDialog>
  )
}
