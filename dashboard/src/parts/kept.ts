/** Values that survive a reload, until sign-out. Without usable session storage they last as long as the page. */

const fallback = new Map<string, string>()

export const readKept = (name: string): string | null => fallback.get(name) ?? sessionStorage.getItem(name)

export function keep(name: string, value: string | null): void {
  fallback.delete(name)
  sessionStorage.removeItem(name)
  if (value === null) return
  try {
    sessionStorage.setItem(name, value)
  } catch {
    fallback.set(name, value)
  }
}

/** For sign-out: the next user of this browser finds nothing. */
export function forgetKept(): void {
  fallback.clear()
  sessionStorage.clear()
}
