import { Text } from '@mantine/core'
import type { Credential } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { useThisAccount } from '../../session.tsx'

/** Makes a key or token lenient, or strict again, once it is clear what that changes for the program that has it. */
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
        sayDone(lenient ? `${name} is strict now.` : `${name} is lenient now.`)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={lenient ? `Make ${name} strict` : `Make ${name} lenient`}
      isOpen
      onClose={onClose}
      change={change}
      submit={lenient ? 'Make strict' : 'Make lenient'}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(undefined)
      }}
    >
      {lenient ? <ToStrict /> : <ToLenient />}
      <Text size="sm" c="dimmed">
        It counts within a second, and you can switch back at any time.
      </Text>
    </FormDialog>
  )
}

const ToLenient = () => (
  <>
    <Text size="sm">
      Its program may then also send what older services took: a + before phone numbers, numbers where texts belong, no{' '}
      <code>encoding</code>, old names and paths.
    </Text>
    <Text size="sm">
      Answers change with it: <code>request_id</code> comes as a number, and a single delivery report alone instead of
      in a list. A program that was written for this API may not expect that.
    </Text>
  </>
)

const ToStrict = () => (
  <>
    <Text size="sm">
      From then on requests are taken as the reference describes them, and not otherwise. What its program writes
      differently is refused; you will find it under “Refused requests”.
    </Text>
    <Text size="sm">
      Answers change with it: <code>request_id</code> comes as a text, and delivery reports always in a list.
    </Text>
  </>
)
