/** The address to open after sign-in. Parsed as browsers do, which drop tabs and read a backslash as a slash. */
export function targetOf(from: unknown, origin: string): string {
  const start = `${origin}/`
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, origin)) return start
  const target = new URL(from, origin)
  // The whole address: a path alone may start with two slashes and name another host.
  return target.origin === origin ? target.href : start
}
