export const phoneForms =
  'as dialled in the country of the account, or with its country code: 0712345678, +255712345678'
export const phoneArgument = { name: 'NUMBER', about: `Phone number ${phoneForms}.` }
/** For commands without an account. */
export const internationalArgument = {
  name: 'NUMBER',
  about: 'Phone number with its country code, such as +255712345678.',
}

/** A number for people. Short codes and names of senders have no plus. */
export const phoneCell = (phone: string | null) => (phone !== null && /^\d{7,}$/.test(phone) ? `+${phone}` : phone)
