import { Anchor } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useAccount } from '../session.tsx'
import { isStored, withPlus } from './numbers.ts'

type FormatPhone = (phone: string, country: string | null) => string

let formatPhone: FormatPhone | null = null

/** Numbering plans are large, so they are not part of the first load. */
async function loadFormat(): Promise<FormatPhone> {
  formatPhone ??= (await import('../../../src/values/local-number.ts')).formatPhone
  return formatPhone
}

/** The account of the page; undefined on operator pages. */
const useShownAccount = () => (useParams({ strict: false }) as { account?: string }).account

/** Shows numbers of the account’s country in national form and others in international form, as all on operator pages. */
export function usePhoneText(): (phone: string) => string {
  const shown = useShownAccount()
  const account = useAccount()
  const country = shown === undefined ? null : (account?.country ?? null)
  // Until the numbering plans are loaded, and if loading fails, numbers have a plus.
  const [format, setFormat] = useState<FormatPhone>(() => formatPhone ?? withPlus)
  useEffect(() => {
    let isOpen = true
    loadFormat().then(
      (loaded) => isOpen && setFormat(() => loaded),
      () => {},
    )
    return () => {
      isOpen = false
    }
  }, [])
  return useCallback((phone) => format(phone, country), [format, country])
}

interface PhoneProps {
  readonly of: string
  /** The account of the number on operator pages, which have none of their own. */
  readonly account?: number | null
  /** Inside of another link or button. */
  readonly isPlain?: boolean
  /** On a form, whose input would be lost: opens in a new tab. */
  readonly isOnForm?: boolean
}

/** A phone number that links to its history. Short codes and sender names stay unchanged. */
export function Phone({ of, account = null, isPlain = false, isOnForm = false }: PhoneProps) {
  const text = usePhoneText()(of)
  const shown = useShownAccount() ?? account
  if (isPlain || shown === null || !isStored(of)) return <span className="number">{text}</span>
  return (
    <Anchor
      component={Link}
      inherit
      className="number"
      to={`/accounts/${shown}/numbers/${of}`}
      target={isOnForm ? '_blank' : undefined}
    >
      {text}
    </Anchor>
  )
}

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
