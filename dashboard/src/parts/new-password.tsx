import { PasswordInput } from '@mantine/core'
import { fill, t } from '../text.ts'

/** A new password, typed twice. */
export interface NewPassword {
  readonly newPassword: string
  readonly again: string
}

/** The server’s limits. */
const [lengthMin, lengthMax] = [8, 128]

export const emptyPassword: NewPassword = { newPassword: '', again: '' }

export const passwordRules = {
  newPassword: (value: string) => {
    if (value.length < lengthMin) return fill(t.shared.passwordTooShort, { min: lengthMin })
    return value.length > lengthMax ? fill(t.shared.passwordTooLong, { max: lengthMax }) : null
  },
  again: (value: string, { newPassword }: NewPassword) => (value === newPassword ? null : t.shared.passwordsDiffer),
}

export function NewPasswordInputs({ inputOf }: { readonly inputOf: (name: keyof NewPassword) => object }) {
  return (
    <>
      <PasswordInput
        label={t.shared.newPassword}
        description={fill(t.shared.passwordAdvice, { min: lengthMin, max: lengthMax })}
        autoComplete="new-password"
        required
        {...inputOf('newPassword')}
      />
      <PasswordInput label={t.shared.confirmPassword} autoComplete="new-password" required {...inputOf('again')} />
    </>
  )
}

/** The address where a user sets a new password, or their first. */
export const passwordLink = (token: string) => `${location.origin}/reset-password#token=${encodeURIComponent(token)}`
