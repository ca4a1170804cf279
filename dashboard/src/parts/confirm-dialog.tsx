import { Text } from '@mantine/core'
import { useChange } from '../data.ts'
import type { Confirmation } from './confirm.ts'
import { FormDialog } from './dialog.tsx'
import { sayDone } from './done.tsx'

export function ConfirmDialog({
  of: { title, warning, submit, dismiss, isDangerous = true, size, run, refreshes, done },
  close,
}: {
  readonly of: Confirmation
  readonly close: () => Promise<void>
}) {
  const change = useChange(run, {
    refreshes,
    onDone: async (result) => {
      await close()
      const message = typeof done === 'function' ? done(result) : done
      if (typeof message === 'string') sayDone(message)
    },
  })
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={() => void close()}
      change={change}
      submit={submit}
      dismiss={dismiss}
      isDangerous={isDangerous}
      size={size}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(undefined)
      }}
    >
      <Text component="div">{warning}</Text>
    </FormDialog>
  )
}
