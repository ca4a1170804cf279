import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Credential } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'

/** Makes a key or token lenient or strict, after an explanation of the effects. */
export function SwitchLenient({
  credential,
  onClose,
}: {
  readonly credential: Credential
  readonly onClose: () => void
}) {
  const account = useThisAccount()
  const { id, name, lenient } = credential
  const change = useChange(
    () =>
      ask('PUT /accounts/:account/credentials/:credential', {
        path: { account: account.id, credential: id },
        body: { lenient: !lenient },
      }),
    {
      refreshes: [`${account.path}/credentials`],
      onDone: () => {
        sayDone(fill(lenient ? t.apiSetup.lenient.nowStrict : t.apiSetup.lenient.nowLenient, { name }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(lenient ? t.apiSetup.lenient.strictTitle : t.apiSetup.lenient.lenientTitle, { name })}
      isOpen
      onClose={onClose}
      change={change}
      submit={lenient ? t.apiSetup.list.makeStrict : t.apiSetup.list.makeLenient}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(undefined)
      }}
    >
      <Text size="sm">{rich(lenient ? t.apiSetup.lenient.toStrict : t.apiSetup.lenient.toLenient, { code })}</Text>
      <Text size="sm">
        {rich(lenient ? t.apiSetup.lenient.toStrictAnswers : t.apiSetup.lenient.toLenientAnswers, { code })}
      </Text>
      <Text size="sm" c="dimmed">
        {t.apiSetup.lenient.effect}
      </Text>
    </FormDialog>
  )
}

const code = (text: ReactNode) => <code>{text}</code>
