import { notifications } from '@mantine/notifications'
import { t } from '../text.ts'

/** A notification of success that disappears by itself. Errors are shown in place instead, where they stay. */
export const sayDone = (message: string) =>
  notifications.show({
    message,
    color: 'green',
    autoClose: 4_000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': t.shared.close },
  })

/** An error of an action whose place on the page is gone. It stays until the user closes it. */
export const sayFailed = (title: string, error: Error) =>
  notifications.show({
    title,
    message: error.message,
    color: 'red',
    autoClose: false,
    closeButtonProps: { 'aria-label': t.shared.close },
  })
