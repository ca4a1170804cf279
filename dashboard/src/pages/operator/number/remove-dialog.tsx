import { Text } from '@mantine/core'
import { ask } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { numbersPath } from './number.ts'

interface RemoveDialogProps {
  readonly number: string
  /** Null: the number with all of its keywords. */
  readonly keyword: string | null
  readonly onClose: () => void
}

export function RemoveDialog({ number, keyword, onClose }: RemoveDialogProps) {
  const send = () =>
    keyword === null
      ? ask('DELETE /inbound/numbers/:number', { path: { number } })
      : ask('DELETE /inbound/numbers/:number/keywords/:keyword', { path: { number, keyword } })
  const remove = useChange(send, {
    refreshes: [numbersPath],
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Remove ${keyword === null ? number : `the keyword ${keyword}`}?`}
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
