import { useRef } from 'react'

const freshKey = (): Readonly<Record<string, string>> => ({ 'Idempotency-Key': crypto.randomUUID() })

/** The same for the same content: whoever presses the button again after the connection broke does not send, or pay, twice. */
export function useOnceKey(content: string): Readonly<Record<string, string>> {
  const kept = useRef({ content, key: freshKey() })
  if (kept.current.content !== content) kept.current = { content, key: freshKey() }
  return kept.current.key
}
