/**
 * What this window remembers over a reload, until somebody signs out. Where the browser keeps nothing, or has no room
 * left, it lasts as long as the page.
 */

const here = new Map<string, string>()

export const readKept = (name: string): string | null => here.get(name) ?? sessionStorage.getItem(name)

export function keep(name: string, value: string | null): void {
  here.delete(name)
  sessionStorage.removeItem(name)
  if (value === null) return
  try {
    sessionStorage.setItem(name, value)
  } catch {
    here.set(name, value)
  }
}

/** Nothing of whoever was here is left for the next one. */
export function forgetKept(): void {
  here.clear()
  sessionStorage.clear()
}
