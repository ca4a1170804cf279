import { Text } from '@mantine/core'
import { send, useChange } from '../../../data.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { numbersPath } from './number.ts'

interface RemoveDialogProps {
  /** A number, or a keyword of one, as the path has it. */
  readonly target: string
  readonly what: string
  readonly onClose: () => void
}

export function RemoveDialog({ target, what, onClose }: RemoveDialogProps) {
  const remove = useChange(() => send('DELETE', `${numbersPath}/${target}`), {
    refreshes: [numbersPath],
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Remove ${what}?`}
      isOpen
      onClose={onClose}
      change={remove}
      submit="Remove"
      onConfirm={() => remove.mutate(undefined)}
    >
      <Text>What people write there from now on belongs to nobody, or to who wrote to them last.</Text>
    </Confirm>
  )
}
