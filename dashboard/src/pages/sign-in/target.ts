/**
 * Where to go after the sign-in: what was asked for, if it is on this site as browsers read addresses, which drop tabs
 * and take a backslash for a slash.
 */
export function targetOf(from: unknown, origin: string): string {
  const start = `${origin}/`
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, origin)) return start
  const target = new URL(from, origin)
  // All of the address, because a path alone may begin with two slashes and would name a host then.
  return target.origin === origin ? target.href : start
}
