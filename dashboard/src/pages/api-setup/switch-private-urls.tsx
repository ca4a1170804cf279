import { Text } from '@mantine/core'
import type { Credential } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Allows the dlr-url of a key to use plain HTTP and private hosts, or forbids it. Only for operators. */
export function SwitchPrivateUrls({
  credential,
  onClose,
}: {
  readonly credential: Credential
  readonly onClose: () => void
}) {
  const account = useThisAccount()
  const { id, name, privateUrls } = credential
  const change = useChange(
    () =>
      ask('PUT /accounts/:account/credentials/:credential/private-urls', {
        path: { account: account.id, credential: id },
        body: { allowed: !privateUrls },
      }),
    {
      refreshes: [`${account.path}/credentials`],
      onDone: () => {
        sayDone(fill(privateUrls ? texts.nowForbidden : texts.nowAllowed, { name }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(privateUrls ? texts.forbidTitle : texts.allowTitle, { name })}
      isOpen
      onClose={onClose}
      change={change}
      submit={privateUrls ? texts.forbid : texts.allow}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(undefined)
      }}
    >
      <Text size="sm">{privateUrls ? texts.forbidEffect : texts.allowEffect}</Text>
    </FormDialog>
  )
}

const texts = t.apiSetup.privateUrls
