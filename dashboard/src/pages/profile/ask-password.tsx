import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'

interface AskPasswordProps<Result> {
  readonly title: string
  readonly submit: string
  readonly isDangerous?: boolean
  readonly onClose: () => void
  readonly change: (password: string) => Promise<Result>
  readonly onDone: (result: Result) => void
  readonly children: ReactNode
}

/** Before what somebody at an unlocked screen must not be able to do. */
export function AskPassword<Result>({
  title,
  submit,
  isDangerous = false,
  onClose,
  change: act,
  onDone,
  children,
}: AskPasswordProps<Result>) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Type your password.' : null) },
  })
  const change = useChange(({ password }: typeof form.values) => act(password), { refreshes: ['/me', '/auth'], onDone })
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      change={change}
      submit={submit}
      isDangerous={isDangerous}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      {children}
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
