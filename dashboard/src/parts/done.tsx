import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { t } from '../text.ts'

const closeButtonProps = { 'aria-label': t.shared.close }

/** A notification of success that disappears by itself. Errors are shown in place instead, where they stay. */
export const sayDone = (message: string) =>
  notifications.show({ message, color: 'green', autoClose: 4_000, withCloseButton: true, closeButtonProps })

/** An error of an action whose place on the page is gone. It stays until the user closes it. */
export const sayFailed = (title: string, error: Error) =>
  notifications.show({ title, message: error.message, color: 'red', autoClose: false, closeButtonProps })

/** As `sayDone`, with a button that reverses the change. */
export function sayUndoable(message: string, undo: () => Promise<unknown>): void {
  const id = notifications.show({
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        {message}
        <Button size="compact-sm" variant="default" onClick={() => void reverse()}>
          {t.shared.undo}
        </Button>
      </Group>
    ),
    color: 'green',
    autoClose: 10_000,
    withCloseButton: true,
    closeButtonProps,
  })

  async function reverse(): Promise<void> {
    notifications.hide(id)
    try {
      await undo()
      sayDone(t.shared.undone)
    } catch (error) {
      sayFailed(t.shared.undoFailed, error instanceof Error ? error : new Error(String(error)))
    }
  }
}
