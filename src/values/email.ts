const lengthMax = 254

/**
 * Parses an email address and converts it to lower case. Rejects addresses that better-auth rejects, such as an
 * apostrophe before the @: their owners could be invited but never sign in.
 */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= lengthMax &&
    /^[a-z0-9_'+-]+(\.[a-z0-9_'+-]+)*(?<!')@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(email)
    ? email
    : null
}
