/** The reason for rejecting a new password. */
export type PasswordProblem = 'password_too_common' | 'password_is_email'

/** In passwords, the name of the product is as easy to guess as a common word. */
const productName = 'ngoma'

const lettersOf = (text: string) => text.toLowerCase().replace(/\P{L}+/gu, '')

/**
 * `names` are those of the user's accounts. `isListed` looks up the list of common passwords. Digits and signs after a
 * listed password are ignored, because attackers try those too.
 */
export function findPasswordProblem(
  password: string,
  email: string | null,
  names: readonly string[],
  isListed: (password: string) => boolean,
): PasswordProblem | null {
  const typed = password.trim().toLowerCase()
  const forms = [typed, typed.replace(/\P{L}+$/u, '')]
  const own = email === null ? [] : [email, email.slice(0, email.indexOf('@'))]
  if (forms.some((form) => own.includes(form))) return 'password_is_email'
  const letters = lettersOf(typed)
  const isName = letters !== '' && [productName, ...names].some((name) => lettersOf(name) === letters)
  return isName || isPattern(typed) || forms.some(isListed) ? 'password_too_common' : null
}

/** Repeated groups or sequences: 12121212, abcdefgh, 87654321. */
function isPattern(text: string): boolean {
  if (/^(.{1,4})\1+$/u.test(text)) return true
  const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
