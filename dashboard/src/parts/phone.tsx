import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useAccount } from '../session.tsx'
import { withPlus } from './numbers.ts'

type FormatPhone = (phone: string, country: string | null) => string

let formatPhone: FormatPhone | null = null

/** Numbering plans are large, so they are not part of the first load. */
async function loadFormat(): Promise<FormatPhone> {
  formatPhone ??= (await import('../../../src/values/local-number.ts')).formatPhone
  return formatPhone
}

/** Shows numbers of the account’s country in national form and others in international form, as all on operator pages. */
export function usePhoneText(): (phone: string) => string {
  const { account: shown } = useParams({ strict: false }) as { account?: string }
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

/** A phone number. Short codes and sender names stay unchanged. */
export function Phone({ of }: { readonly of: string }) {
  const show = usePhoneText()
  return <span className="number">{show(of)}</span>
}
