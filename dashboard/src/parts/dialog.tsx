import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { t } from '../text.ts'
import { markFirstField, scrollIntoView, useFocusBack } from './focus.ts'
import { Problem } from './problem.tsx'
import { CodeLine } from './text.tsx'

/** The state of a mutation from `useChange`. */
export interface Change {
  readonly isPending: boolean
  readonly error: Error | null
}

interface FormDialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly change: Change
  /** The label of the button, starting with a verb. */
  readonly submit: string
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly isDangerous?: boolean
  readonly size?: string
  /** The dialog shows a result: there is nothing left to cancel. */
  readonly isOver?: boolean
  /** The label of the button that changes nothing, for a dialog that itself cancels something. */
  readonly dismiss?: string
  readonly children: ReactNode
}

/**
 * A form in a dialog. It stays open when its request fails, on clicks outside, and until the answer has arrived, because
 * the answer may be a secret that is shown only once.
 */
export function FormDialog({
  title,
  isOpen,
  onClose,
  change,
  submit,
  onSubmit,
  isDangerous = false,
  size = 'md',
  isOver = false,
  dismiss = t.shared.cancel,
  children,
}: FormDialogProps) {
  useFocusBack(isOpen)
  const close = () => !change.isPending && onClose()
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t.shared.close }}
    >
      <form ref={markFirstField} onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          {children}
          {change.error !== null && (
            <div ref={scrollIntoView}>
              <Problem error={change.error} />
            </div>
          )}
          <Group justify="flex-end" gap="sm">
            {!isOver && (
              <Button variant="default" onClick={close} disabled={change.isPending}>
                {dismiss}
              </Button>
            )}
            <Button type="submit" loading={change.isPending} color={isDangerous ? 'red.8' : undefined}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Shows secrets once. Only its button closes it, so that a stray click or key does not lose them. */
export function SecretDialog({
  title,
  lines,
  onClose,
  children,
}: {
  readonly title: string
  readonly lines: readonly (readonly [label: string, value: string])[] | null
  readonly onClose: () => void
  /** Instructions above the secrets. */
  readonly children?: ReactNode
}) {
  useFocusBack(lines !== null)
  return (
    <Modal
      opened={lines !== null}
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Alert color="yellow" variant="light">
          {t.shared.secretOnce}
        </Alert>
        {children}
        {lines?.map(([label, value]) => (
          <div key={label}>
            <Text size="sm" fw={600} mb={4}>
              {label}
            </Text>
            <CodeLine value={value} label={label} />
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t.shared.secretCopied}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
