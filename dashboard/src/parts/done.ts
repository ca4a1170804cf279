import { notifications } from '@mantine/notifications'

/**
 * A word that something was done, which goes away by itself. What went wrong is never said here: it stays where it
 * happened.
 */
export const sayDone = (message: string) =>
  notifications.show({
    message,
    color: 'green',
    autoClose: 4_000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
  })
