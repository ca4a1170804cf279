import { useRef } from 'react'

/** Not a UUID: browsers make those only where the address begins with https. */
const freshKey = (): Readonly<Record<string, string>> => ({
  'Idempotency-Key': crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), ''),
})

/** The same for the same content: whoever presses the button again after the connection broke does not send, or pay, twice. */
export function useOnceKey(content: string): Readonly<Record<string, string>> {
  const kept = useRef({ content, key: freshKey() })
  if (kept.current.content !== content) kept.current = { content, key: freshKey() }
  return kept.current.key
}
