import { toGsmText } from '../../../src/values/smart-text.ts'
import { useAsk } from '../data.ts'

/** The text as the account sends it: with its setting for smart encoding. */
export function useSmartText(account: { readonly id: number }): (text: string) => string {
  const { data } = useAsk('GET /v2/account', { path: { account: account.id } })
  return (text) => (data?.smartEncoding ? toGsmText(text) : text)
}
