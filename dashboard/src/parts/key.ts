import { useRef } from 'react'
import { onceOnly } from '../api.ts'

/** The same for the same content: whoever presses the button again after the connection broke does not send, or pay, twice. */
export function useKey(content: string): Readonly<Record<string, string>> {
  const kept = useRef({ content: '', key: onceOnly() })
  if (kept.current.content !== content) kept.current = { content, key: onceOnly() }
  return kept.current.key
}
