import { Text } from '@mantine/core'
import { ask } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { fill } from '../../../text.ts'
import { numbersPath } from './number.ts'

interface RemoveDialogProps {
  readonly number: string
  /** Null removes the number with all its keywords. */
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
      title={
        keyword === null
          ? fill(t.numbers.removeTitle, { number })
          : fill(t.numbers.removeKeywordTitle, { keyword, number })
      }
      isOpen
      onClose={onClose}
      change={remove}
      submit={keyword === null ? t.numbers.removeNumber : t.numbers.removeKeyword}
      onConfirm={() => remove.mutate(undefined)}
    >
      <Text>{t.numbers.removeAbout}</Text>
    </Confirm>
  )
}
