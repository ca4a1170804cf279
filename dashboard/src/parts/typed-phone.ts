import { useEffect, useState } from 'react'
import { useAccount } from '../session.tsx'

/** A typed text as a phone number in international form; null for an invalid one. Numbering plans are loaded on demand. */
export function useTypedPhone(typed: string): string | null {
  const country = useAccount()?.country ?? null
  const [read, setRead] = useState<{ readonly typed: string; readonly phone: string | null }>({
    typed: '',
    phone: null,
  })
  useEffect(() => {
    let isOpen = true
    if (country !== null && /^[+\d\s().-]{7,}$/.test(typed))
      import('../../../src/values/local-number.ts').then(
        ({ parseTypedPhone }) => isOpen && setRead({ typed, phone: parseTypedPhone(typed, country) }),
        () => {},
      )
    return () => {
      isOpen = false
    }
  }, [typed, country])
  return read.typed === typed ? read.phone : null
}
