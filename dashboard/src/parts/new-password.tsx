import { PasswordInput } from '@mantine/core'

/** A new password, typed twice. */
export interface NewPassword {
  readonly newPassword: string
  readonly again: string
}

/** As the server judges it. */
const [lengthMin, lengthMax] = [8, 128]

export const emptyPassword: NewPassword = { newPassword: '', again: '' }

export const passwordRules = {
  newPassword: (value: string) => {
    if (value.length < lengthMin) return `Take at least ${lengthMin} characters.`
    return value.length > lengthMax ? `Take at most ${lengthMax} characters.` : null
  },
  again: (value: string, { newPassword }: NewPassword) => (value === newPassword ? null : 'The two are not the same.'),
}

/** The inputs of a form that has these two. */
export function NewPasswordInputs({ inputOf }: { readonly inputOf: (name: keyof NewPassword) => object }) {
  return (
    <>
      <PasswordInput
        label="New password"
        description={`${lengthMin} to ${lengthMax} characters. A few words that nobody would guess are better than odd signs.`}
        autoComplete="new-password"
        required
        {...inputOf('newPassword')}
      />
      <PasswordInput label="The same again" autoComplete="new-password" required {...inputOf('again')} />
    </>
  )
}
