import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useFocusBack } from './focus.ts'
import { Problem } from './problem.tsx'
import { CodeLine } from './text.tsx'

/** What a change is doing, as `useChange` says it. */
interface Change {
  readonly isPending: boolean
  readonly error: Error | null
}

interface FormDialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly change: Change
  /** What the button says: a verb. */
  readonly submit: string
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly isDangerous?: boolean
  readonly size?: string
  readonly children: ReactNode
}

/**
 * A form over the page. It stays open, with everything in it, when its request fails, when somebody clicks beside it,
 * and until the answer is there: it may be a secret that is shown once.
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
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          {children}
          <Problem error={change.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} disabled={change.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending} {...(isDangerous ? { color: 'red.8' } : {})}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly change: Change
  readonly submit: string
  readonly onConfirm: () => void
  /** What it means. */
  readonly children: ReactNode
}

/** Before what can't be taken back. */
export function Confirm({ title, isOpen, onClose, change, submit, onConfirm, children }: ConfirmProps) {
  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      change={change}
      submit={submit}
      isDangerous
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm()
      }}
    >
      <Text component="div">{children}</Text>
    </FormDialog>
  )
}

/** Secrets that are shown once: closed by a button only, so that nobody loses them by a slip. */
export function SecretDialog({
  title,
  lines,
  onClose,
  children,
}: {
  readonly title: string
  readonly lines: readonly (readonly [label: string, value: string])[] | null
  readonly onClose: () => void
  /** What to do with it. */
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
          This is shown once. Copy it now and keep it safe: it can’t be shown again.
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
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
