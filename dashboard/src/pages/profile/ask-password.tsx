import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { t } from '../../text.ts'

interface AskPasswordProps<Result> {
  readonly title: string
  readonly submit: string
  readonly isDangerous?: boolean
  readonly onClose: () => void
  readonly change: (password: string) => Promise<Result>
  readonly onDone: (result: Result) => void
  readonly children: ReactNode
}

/** Asks for the password before a change that a stranger at an unlocked screen must not make. */
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
    validate: { password: (value) => (value === '' ? t.profile.passwordMissing : null) },
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
        label={t.profile.password}
        autoComplete="current-password"
        required
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
