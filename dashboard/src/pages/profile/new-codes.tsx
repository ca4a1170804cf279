import { Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { t } from '../../text.ts'
import { AskPassword } from './ask-password.tsx'
import { BackupCodes } from './backup-codes.tsx'

export function NewCodes({ onClose }: { readonly onClose: () => void }) {
  useFocusBack()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes === null)
    return (
      <AskPassword
        title={t.profile.newCodes}
        submit={t.profile.newCodesSubmit}
        onClose={onClose}
        change={(password) => ask('POST /auth/two-factor/generate-backup-codes', { body: { password } })}
        onDone={({ backupCodes }) => setCodes(backupCodes)}
      >
        <Text>{t.profile.newCodesAbout}</Text>
      </AskPassword>
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.profile.codesTitle}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <BackupCodes codes={codes} onClose={onClose} />
    </Modal>
  )
}
