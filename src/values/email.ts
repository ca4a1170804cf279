const lengthMax = 254

/**
 * Reads an e-mail address, in lower case: people write the same address in different ways, and it is still one person.
 * It takes nothing that better-auth would refuse, such as an apostrophe before the @: who has such an address could be
 * invited and never sign in.
 */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= lengthMax &&
    /^[a-z0-9_'+-]+(\.[a-z0-9_'+-]+)*(?<!')@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(email)
    ? email
    : null
}
